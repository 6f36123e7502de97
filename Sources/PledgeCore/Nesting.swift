public import CPledge

/// How deep handlers are nested on the current thread, and the nodes whose delivery was put off.
///
/// Past the limit a settled node goes back to `draining` with its consumers in the list and is
/// queued here; the outermost handler's return delivers it, so the stack is bounded and order kept.
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

  /// Ends what ``enter()`` began; the outermost end delivers what was put off.
  @inlinable @inline(__always) package func leave() {
    unsafe thread.pointee.depth &-= 1
    if unsafe thread.pointee.depth == 0, unsafe thread.pointee.first != 0 { deliverLater() }
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

  /// Queues a settled and draining node for the outermost handler's return.
  func putOff(_ node: Node) {
    let word = Node.retaining(node)
    node.aux = 0
    if unsafe thread.pointee.first == 0 {
      unsafe thread.pointee.first = word
    } else {
      unsafe Node.unmanaged(thread.pointee.last)._withUnsafeGuaranteedRef { $0.aux = word }
    }
    unsafe thread.pointee.last = word
  }

  /// Delivers what was put off, in order; what that puts off in turn comes last.
  @usableFromInline @inline(never) func deliverLater() {
    // Not outermost again until all is done, the release of the nodes included.
    unsafe thread.pointee.depth = 1
    while unsafe thread.pointee.first != 0 { deliverFirst() }
    unsafe thread.pointee.depth = 0
  }

  private func deliverFirst() {
    let node = unsafe Node.taking(thread.pointee.first)
    unsafe thread.pointee.first = node.aux
    let list = node.takeListOrOpen()
    guard list != 0 else { return }
    var delivery = Delivery(from: node, newestFirst: list)
    delivery.run()
  }
}
