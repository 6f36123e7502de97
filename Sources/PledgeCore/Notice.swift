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
    package var verb: Verb?
    package var context: String?
    package var callers = Ancestry()
    package let time = pledge_now()
    package let thread = pledge_thread_number()
  }
}

/// Return addresses, innermost first.
package struct Ancestry: Sendable {
  package private(set) var addresses: SIMD8<UInt> = .zero
  package private(set) var count = 0

  init() {}

  /// Those above the caller.
  ///
  /// - Parameter skipped: How many functions of the core lie between in a debug build; in any other
  ///   they are inlined.
  /// - Returns: The addresses.
  @inline(never) static func above(_ skipped: UInt) -> Ancestry {
    var isDebug = false
    assert(
      {
        isDebug = true
        return true
      }()
    )
    var ancestry = Ancestry()
    let count = unsafe withUnsafeMutablePointer(to: &ancestry.addresses) { addresses in
      unsafe addresses.withMemoryRebound(to: UInt.self, capacity: SIMD8<UInt>.scalarCount) {
        unsafe pledge_callers($0, UInt(SIMD8<UInt>.scalarCount), isDebug ? skipped : 1)
      }
    }
    ancestry.count = Int(count)
    return ancestry
  }
}

/// Who is told; see ``Locked`` for why a struct.
struct Listener<Told> {
  var tell: (@Sendable (Told) -> Void)?
}

/// The name that the next promise on this thread goes by.
extension Watch {
  @usableFromInline @inline(never) static func name(_ verb: Verb) {
    unsafe Nesting().thread.pointee.verb = UInt(verb.rawValue)
  }

  static func takeName() -> Verb? {
    let thread = unsafe Nesting().thread
    defer { unsafe thread.pointee.verb = 0 }
    return Verb(rawValue: UInt8(truncatingIfNeeded: unsafe thread.pointee.verb))
  }
}

extension Node {
  /// Whether this is what users have, and not a handler or a waiter.
  final var isPromise: Bool { type(of: self) != Node.self && site.bits != 0 }
}
