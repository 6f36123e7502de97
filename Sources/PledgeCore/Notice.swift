internal import CPledge

extension Watch {
  /// What listeners are told.
  package struct Notice: Sendable {
    package enum Event: Sendable {
      case created
      case chained(to: UInt64)
      case waits(for: UInt64)
      case merged
      /// With an error, or with a value.
      case settled((any Error)?)
      /// The last reference went while it was pending.
      case lost
      case unheard(any Error)
      case settledAgain
    }

    package let event: Event
    /// The number of the promise.
    package let promise: UInt64
    package let site: Site
    /// What made the promise, where that is told of.
    package var name = ""
    package var context: String?
    package var callers = Ancestry()
    package var time = pledge_now()
    package var thread = pledge_thread_number()

    package init(_ event: Event, of promise: UInt64, at site: Site) {
      self.event = event
      self.promise = promise
      self.site = site
    }
  }
}

/// Return addresses, innermost first.
package struct Ancestry: Sendable {
  package private(set) var addresses: SIMD8<UInt> = .zero
  package private(set) var count = 0

  package init() {}

  /// The first ones of `addresses`.
  package init(_ addresses: some Sequence<UInt>) {
    for address in addresses.prefix(self.addresses.scalarCount) {
      self.addresses[count] = address
      count += 1
    }
  }

  /// Those of the functions above the caller.
  ///
  /// - Parameter skipped: How many of the core's own lie between in a debug build; in any other they
  ///   are inlined.
  /// - Returns: The addresses.
  @inline(never) static func above(skipping skipped: UInt = 0) -> Ancestry {
    // Two are this one and its caller.
    let callers = pledge_find_callers(2 + (isDebugBuild ? skipped : 0))
    let all = callers.addresses
    var ancestry = Ancestry()
    ancestry.addresses = SIMD8(all.0, all.1, all.2, all.3, all.4, all.5, all.6, all.7)
    ancestry.count = Int(callers.count)
    return ancestry
  }

  private static let isDebugBuild: Bool = {
    var isDebugBuild = false
    // Only evaluated in a debug build.
    assert(
      {
        isDebugBuild = true
        return true
      }()
    )
    return isDebugBuild
  }()
}

extension Node {
  /// Whether this is what users have, and not a handler or a waiter.
  final var isPromise: Bool { type(of: self) != Node.self && site.bits != 0 }
}
