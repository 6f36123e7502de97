internal import CScheduler

/// The place of an atomic operation in the program, and its memory order.
package struct Site: CustomStringConvertible, Sendable {
  let offset: UInt
  let order: Int32
  /// A bit for each order that made a difference.
  private let effects: UInt8

  /// Parses a place, such as `0x1f2e+3`.
  ///
  /// Returns `nil` if `text` is not one.
  package init?(_ text: String) {
    let parts = text.split(separator: "+")
    guard parts.count == 2, let offset = UInt(parts[0].dropFirst(2), radix: 16),
      let order = Int32(parts[1])
    else { return nil }
    (self.offset, self.order, effects) = (offset, order, 0)
  }

  init(_ site: scheduler_site) {
    (offset, order, effects) = (site.offset, site.order, site.effects)
  }

  package var description: String { "0x\(String(offset, radix: 16))+\(order)/\(effects)" }
}

// MARK: - Weak mode

extension Exploration {
  /// Switches to weak mode, in a program that is built with `-sanitize=thread`; see
  /// `CScheduler/weak.h`.
  ///
  /// - Parameter sites: Operations that lose the order which is given with them.
  package static func useWeakMode(weakening sites: [Site] = []) {
    for site in sites {
      scheduler_weaken(scheduler_site(offset: site.offset, order: site.order, effects: 0))
    }
    scheduler_set_weak(true)
    scheduler_find_races()
  }

  /// The places of the atomic operations since they were last forgotten.
  package static var sites: [Site] {
    var count = 0
    let start = unsafe scheduler_sites(&count)
    return unsafe UnsafeBufferPointer(start: start, count: count)
      .map(Site.init)
  }

  package static func forgetSites() {
    scheduler_forget_sites()
  }
}
