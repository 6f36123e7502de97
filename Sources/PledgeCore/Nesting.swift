public import CPledge

/// How deep handlers are nested on the current thread, and the work that is deferred because of it.
///
/// Past the limit, the delivery to a settled node's consumers is deferred: the outermost handler's
/// return goes on with it, or another thread that registers with that node takes it over. So the stack
/// is bounded, order is kept, and no thread waits for the handlers of this one.
@safe @frozen @usableFromInline package struct Nesting {
  @usableFromInline let thread: UnsafeMutablePointer<pledge_thread>

  @inlinable @inline(__always) static var limit: UInt { 48 }

  /// Whether a handler is running on the current thread, whoever has registered it.
  ///
  /// The start of lazy work is none, unless it was put off.
  package static var isInHandler: Bool {
    let thread = unsafe Nesting().thread
    return unsafe thread.pointee.depth > thread.pointee.starts
  }

  @inlinable @inline(__always) init() {
    // SAFETY: a thread-local outlives every call on its thread, and nobody keeps this longer.
    unsafe thread = unsafe pledge_current_thread().unsafelyUnwrapped
  }

  @inlinable @inline(__always) var isAtLimit: Bool { unsafe thread.pointee.depth >= Nesting.limit }

  @inlinable @inline(__always) func enter() { unsafe thread.pointee.depth &+= 1 }

  /// Ends what ``enter()`` began; the outermost end runs what was deferred.
  @inlinable @inline(__always) package func leave() {
    unsafe thread.pointee.depth &-= 1
    if unsafe thread.pointee.depth == 0, unsafe thread.pointee.first != 0 { runDeferredAtEnd() }
  }

  /// Begins the start of lazy work, which nests like a handler and runs for who registers.
  func enterStart() {
    unsafe thread.pointee.starts &+= 1
    enter()
  }

  /// Ends what ``enterStart()`` began.
  func leaveStart() {
    unsafe thread.pointee.starts &-= 1
    leave()
  }

  /// The address of the promise that this thread last registered with while a thread was delivering
  /// from it; zero if it has not since this was set.
  var lastJoined: UInt {
    get { unsafe thread.pointee.joined }
    nonmutating set { unsafe thread.pointee.joined = newValue }
  }
}

/// Work that waits for the outermost handler of its thread to return, in a list.
private final class Deferral {
  enum Work {
    case delivery(of: Node)
    case call(@Sendable () -> Void)
  }

  let work: Work
  var next: Deferral?

  init(_ work: Work) {
    self.work = work
  }

  /// Whether this is the delivery from a given node.
  func isDelivery(of node: Node) -> Bool {
    if case .delivery(of: let own) = work { own === node } else { false }
  }
}

extension Nesting {
  /// Has the consumers of `node`, which is settled, delivered to when the outermost handler returns,
  /// unless another thread has taken the delivery over by then.
  func deferDelivery(of node: Node) {
    if let last = lastDeferral, last.isDelivery(of: node) { return }
    append(Deferral(.delivery(of: node)))
  }

  /// Runs `body` when the outermost handler returns.
  func putOff(_ body: @escaping @Sendable () -> Void) {
    append(Deferral(.call(body)))
  }

  /// Runs what has been deferred on this thread, which is about to block.
  ///
  /// In a handler that is nested as deep as the limit, what the thread waits for may depend on that.
  package static func runDeferredBeforeBlocking() {
    let cleanups = CleanupNesting()
    // Either may defer more of the other.
    repeat {
      cleanups.runDeferredBeforeBlocking()
      Nesting().runDeferred()
    } while cleanups.hasDeferred
  }

  /// Runs what has been deferred, in order; what is deferred meanwhile comes last.
  private func runDeferred() {
    while let deferral = takeFirst() { run(deferral) }
  }

  /// Runs what has been deferred; the outermost handler has returned.
  @usableFromInline @inline(never) func runDeferredAtEnd() {
    // Not outermost again until all is done, the release of the nodes included.
    unsafe thread.pointee.depth = 1
    runDeferred()
    unsafe thread.pointee.depth = 0
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

  // SAFETY: `first` owns the first deferral, and each one the next; `last` is one of them.

  private var lastDeferral: Deferral? {
    guard unsafe thread.pointee.first != 0 else { return nil }
    return unsafe Nesting.unmanaged(thread.pointee.last).takeUnretainedValue()
  }

  private func append(_ deferral: Deferral) {
    if let last = lastDeferral {
      last.next = deferral
    } else {
      let owned = unsafe Unmanaged.passRetained(deferral)
      unsafe thread.pointee.first = unsafe UInt(bitPattern: owned.toOpaque())
    }
    let word = unsafe UInt(bitPattern: Unmanaged.passUnretained(deferral).toOpaque())
    unsafe thread.pointee.last = word
  }

  private func takeFirst() -> Deferral? {
    guard unsafe thread.pointee.first != 0 else { return nil }
    let deferral = unsafe Nesting.unmanaged(thread.pointee.first).takeRetainedValue()
    let next = unsafe deferral.next.take().map { unsafe Unmanaged.passRetained($0).toOpaque() }
    unsafe thread.pointee.first = UInt(bitPattern: next)
    return deferral
  }

  private static func unmanaged(_ word: UInt) -> Unmanaged<Deferral> {
    unsafe Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: word).unsafelyUnwrapped)
  }
}
