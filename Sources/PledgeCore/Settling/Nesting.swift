public import CPledge

/// The nesting depth of handlers on the current thread, or that of discard blocks and releases, and
/// the work deferred at the limit.
///
/// Past the limit, the delivery to the consumers of a settled node is deferred: it continues when
/// the outermost handler returns, unless another thread that registers with that node takes it over
/// first. This bounds the stack and preserves order, and no thread waits for the handlers of this
/// one.
///
/// A discard block may discard another promise, and a promise may hold the last reference to
/// another one. Past the limit, the block or the release is deferred until the outermost one has
/// returned.
@safe @frozen @usableFromInline package struct Nesting {
  @usableFromInline let calls: UnsafeMutablePointer<pledge_nesting>

  @inlinable @inline(__always) static var limit: UInt { 48 }

  /// Whether a handler is running on the current thread, no matter which code registered it.
  ///
  /// The start of work does not count, unless it was deferred; see ``starting(_:)``.
  package static var isInHandler: Bool {
    let calls = unsafe Nesting().calls
    return unsafe calls.pointee.depth > calls.pointee.starts
  }

  // SAFETY: a thread-local outlives every call on its thread, and these values are not kept longer.

  /// The handlers on this thread.
  @inlinable @inline(__always) init() {
    unsafe calls = unsafe pledge_handlers().unsafelyUnwrapped
  }

  private init(_ calls: UnsafeMutablePointer<pledge_nesting>) {
    unsafe self.calls = unsafe calls
  }

  /// The discard blocks and releases on this thread.
  static var cleanups: Nesting { unsafe Nesting(pledge_cleanups().unsafelyUnwrapped) }

  @inlinable @inline(__always) var isAtLimit: Bool { unsafe calls.pointee.depth >= Nesting.limit }

  @inlinable @inline(__always) func enter() { unsafe calls.pointee.depth &+= 1 }

  /// Ends a level begun by ``enter()``; at the end of the outermost one, runs the deferred work.
  @inlinable @inline(__always) package func leave() {
    unsafe calls.pointee.depth &-= 1
    if unsafe calls.pointee.depth == 0, hasDeferred { runDeferredAtEnd() }
  }

  /// Whether work can start within the call that requests it; otherwise, its start is deferred.
  @inlinable @inline(__always) package static var canStart: Bool { !Nesting().isAtLimit }

  /// Calls `body`, which starts work: it nests like a handler, but runs as part of the current
  /// call.
  @inlinable @inline(__always)
  package static func starting<Output>(_ body: () throws -> Output) rethrows -> Output {
    let nesting = Nesting()
    unsafe nesting.calls.pointee.starts &+= 1
    nesting.enter()
    defer {
      unsafe nesting.calls.pointee.starts &-= 1
      nesting.leave()
    }
    return try body()
  }

  /// Calls `body`, which starts work, when the outermost handler has returned.
  @usableFromInline package static func deferStart(_ body: @escaping @Sendable () -> Void) {
    Nesting().deferCall(body)
  }

  /// Runs `body`, which is called by a handler, a start, or a cleanup, `levels` deeper.
  static func counting(_ levels: UInt, _ body: () -> Void) {
    if levels == 0 { return body() }
    let (handlers, cleanups) = (Nesting(), Nesting.cleanups)
    handlers.add(levels)
    cleanups.add(levels)
    body()
    cleanups.remove(levels)
    handlers.remove(levels)
  }

  /// Deepens the nesting; whether it is in a handler or in a start remains the same.
  private func add(_ levels: UInt) {
    unsafe calls.pointee.depth &+= levels
    unsafe calls.pointee.starts &+= levels
  }

  private func remove(_ levels: UInt) {
    unsafe calls.pointee.depth &-= levels
    unsafe calls.pointee.starts &-= levels
    if unsafe calls.pointee.depth == 0, hasDeferred { runDeferredAtEnd() }
  }

  /// Releases `content` one level deeper, or later if the limit is reached.
  func release<Content: Sendable>(_ content: inout Content?) {
    guard !isAtLimit else {
      deferCall { [content] in withExtendedLifetime(content) {} }
      content = nil
      return
    }
    // The optimizer would otherwise release it after its last use, before the level is counted.
    withExtendedLifetime(content) { enter() }
    content = nil
    leave()
  }
}

/// Work deferred until the outermost call of its kind on its thread returns; an entry of a linked
/// list.
private final class Deferral {
  enum Work {
    case delivery(of: Node)
    case call(@Sendable () -> Void)
  }

  let work: Work
  let reason = DiscardReason.current
  var next: Deferral?

  init(_ work: Work) {
    self.work = work
  }

  /// Returns whether this is the delivery from `node`.
  func isDelivery(of node: Node) -> Bool {
    if case .delivery(of: let own) = work { own === node } else { false }
  }
}

extension Nesting {
  @inlinable @inline(__always) var hasDeferred: Bool { unsafe calls.pointee.first != 0 }

  /// Defers the delivery from `node`, which is settled, until the outermost handler returns.
  ///
  /// Another thread may take the delivery over before that.
  func deferDelivery(of node: Node) {
    if let last = lastDeferral, last.isDelivery(of: node) { return }
    append(Deferral(.delivery(of: node)))
  }

  /// Defers a call of `body` until the outermost call returns.
  func deferCall(_ body: @escaping @Sendable () -> Void) {
    append(Deferral(.call(body)))
  }

  /// Runs the work deferred on this thread before the thread blocks.
  ///
  /// In a handler at the nesting limit, the thread may otherwise wait for its own deferred work.
  package static func runDeferredBeforeBlocking() {
    let cleanups = Nesting.cleanups
    // Either kind of work may defer more of the other.
    repeat {
      if cleanups.hasDeferred {
        // As if the outermost block or release had returned.
        let depth = unsafe cleanups.calls.pointee.depth
        cleanups.runDeferredAtEnd()
        unsafe cleanups.calls.pointee.depth = depth
      }
      Nesting().runDeferred()
    } while cleanups.hasDeferred
  }

  /// Runs the deferred work in order, including work that is deferred in the process.
  private func runDeferred() {
    // The discard on which the work ran out of depth may have another reason than the outermost
    // one.
    while let deferral = takeFirst() { DiscardReason.resuming(deferral.reason) { run(deferral) } }
  }

  /// Runs the deferred work after the outermost call has returned.
  @usableFromInline @inline(never) func runDeferredAtEnd() {
    // The depth stays above zero until all work is done, including the release of its nodes.
    unsafe calls.pointee.depth = 1
    runDeferred()
    unsafe calls.pointee.depth = 0
  }

  private func run(_ deferral: Deferral) {
    switch deferral.work {
    case .delivery(of: let node):
      guard node.takeOver() else { return }
      var delivery = Delivery(continuing: node)
      delivery.run()
    case .call(let body):
      body()
    }
  }

  // SAFETY: `first` owns the first deferral, and each deferral the next; `last` is in this list.

  private var lastDeferral: Deferral? {
    guard hasDeferred else { return nil }
    return unsafe Nesting.unmanaged(calls.pointee.last).takeUnretainedValue()
  }

  private func append(_ deferral: Deferral) {
    if let last = lastDeferral {
      last.next = deferral
    } else {
      let owned = unsafe Unmanaged.passRetained(deferral)
      unsafe calls.pointee.first = unsafe UInt(bitPattern: owned.toOpaque())
    }
    let word = unsafe UInt(bitPattern: Unmanaged.passUnretained(deferral).toOpaque())
    unsafe calls.pointee.last = word
  }

  private func takeFirst() -> Deferral? {
    guard hasDeferred else { return nil }
    let deferral = unsafe Nesting.unmanaged(calls.pointee.first).takeRetainedValue()
    let next = unsafe deferral.next.take().map { unsafe Unmanaged.passRetained($0).toOpaque() }
    unsafe calls.pointee.first = UInt(bitPattern: next)
    return deferral
  }

  private static func unmanaged(_ word: UInt) -> Unmanaged<Deferral> {
    unsafe Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: word).unsafelyUnwrapped)
  }
}
