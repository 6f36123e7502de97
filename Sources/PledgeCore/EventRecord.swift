internal import CPledge

extension Instrumentation {
  /// What listeners are told, in numbers: whoever is told copies them at no cost.
  @usableFromInline package struct EventRecord: Sendable, BitwiseCopyable {
    package enum Event: UInt8, Sendable, BitwiseCopyable {
      case created
      /// Derived from ``EventRecord/other``.
      case chained
      /// Waits for ``EventRecord/other``.
      case waits
      case merged
      /// With an error, or with a value.
      case settled
      /// The last reference went while it was pending.
      case broken
      /// With an error.
      case unhandled
      case settledAgain
    }

    package let event: Event
    /// What made the promise, where that is told of.
    package let operatorID: OperatorID?
    /// The number of the promise.
    package let promise: UInt64
    /// That of the other promise of an event about two; zero for all others.
    package let other: UInt64
    package let site: Site
    package let time: UInt64
    package let thread: UInt64
    package let callers: Ancestry

    @inline(__always)
    package init(
      _ event: Event,
      of promise: UInt64,
      at site: Site,
      other: UInt64 = 0,
      operatorID: OperatorID? = nil,
      callers: Ancestry = Ancestry(),
      time: UInt64 = Instrumentation.now,
      thread: UInt64 = Instrumentation.thread
    ) {
      self.event = event
      self.operatorID = operatorID
      self.promise = promise
      self.other = other
      self.site = site
      self.time = time
      self.thread = thread
      self.callers = callers
    }
  }

  /// What is told besides: most have nothing.
  @usableFromInline package enum Detail: Sendable {
    case none
    case error(any Error)
    case words(Words)

    package var error: (any Error)? {
      switch self {
      case .none: nil
      case .error(let error): error
      case .words(let words): words.error
      }
    }

    package var words: Words? { if case .words(let words) = self { words } else { nil } }
  }

  /// What made a promise, and how; of an event made by hand, its error, too.
  @usableFromInline package final class Words: Sendable {
    /// What made the promise, if no verb says so.
    package let name: String?
    /// Where its handler runs, if not at once.
    package let context: String?

    package let error: (any Error)?

    package init(name: String? = nil, context: String?, error: (any Error)? = nil) {
      self.name = name
      self.context = context
      self.error = error
    }
  }
}

/// Return addresses, innermost first; a zero ends them if they are few.
@safe @usableFromInline package struct Ancestry: Sendable, BitwiseCopyable {
  package static let capacity = Int(PLEDGE_MAX_CALLERS)

  private var callers = pledge_callers()

  package init() {}

  /// The first ones of `addresses`.
  package init(_ addresses: some Sequence<UInt>) {
    unsafe withUnsafeMutableBytes(of: &callers) { bytes in
      let places = unsafe bytes.assumingMemoryBound(to: UInt.self)
      for (place, address) in zip(places.indices, addresses) { unsafe places[place] = address }
    }
  }

  /// How many there are.
  package var count: Int {
    (0..<Ancestry.capacity).first { self[$0] == 0 } ?? Ancestry.capacity
  }

  /// - Parameter index: From zero to below the capacity.
  package subscript(index: Int) -> UInt {
    precondition((0..<Ancestry.capacity).contains(index))
    return unsafe withUnsafeBytes(of: callers) { bytes in
      unsafe bytes.load(fromByteOffset: index * MemoryLayout<UInt>.size, as: UInt.self)
    }
  }

  /// Those of the functions above the caller.
  ///
  /// - Parameter skipped: How many of the core's own lie between in a debug build; in any other they
  ///   are inlined.
  /// - Returns: The addresses.
  @inline(__always)
  static func above(skipping skipped: UInt = 0) -> Ancestry {
    var ancestry = Ancestry()
    // One is the caller; in a debug build there is this one, too.
    ancestry.callers = pledge_find_callers(_isDebugAssertConfiguration() ? 2 + skipped : 1)
    return ancestry
  }
}

extension Node {
  /// Whether this is what users have, and not a handler or a waiter.
  final var isPromise: Bool { type(of: self) != Node.self && site.bits != 0 }
}
