internal import CPledge

/// The nesting depth of discard blocks and releases on the current thread, and those deferred at
/// the limit.
///
/// A discard block may discard another promise, and a promise may hold the last reference to
/// another one. Past the limit, the block or the release is queued and runs when the outermost one
/// has returned. This bounds the stack; ``Nesting`` does the same for handlers.
@safe struct CleanupNesting {
  static var limit: UInt { 48 }

  private let thread: UnsafeMutablePointer<pledge_thread>

  init() {
    // SAFETY: a thread-local outlives every call on its thread, and this stays on that thread.
    unsafe thread = unsafe pledge_current_thread().unsafelyUnwrapped
  }

  var isAtLimit: Bool { unsafe thread.pointee.cleanups >= CleanupNesting.limit }

  /// Runs `cleanup` one level deeper.
  func run(_ cleanup: Cleanup) {
    enter()
    cleanup.run()
    leave()
  }

  /// Releases `content` one level deeper, or later if the limit is reached.
  func release<Content: Sendable>(_ content: inout Content?) {
    guard !isAtLimit else {
      runLater { [content] in withExtendedLifetime(content) {} }
      content = nil
      return
    }
    // The optimizer would otherwise release it after its last use, before the level is counted.
    withExtendedLifetime(content) { enter() }
    content = nil
    leave()
  }

  /// Queues `body` until the outermost block or release has returned.
  ///
  /// Called only at the limit.
  func runLater(_ body: @escaping @Sendable () -> Void) {
    let word = unsafe UInt(bitPattern: Unmanaged.passRetained(Deferred(body)).toOpaque())
    if unsafe thread.pointee.first_cleanup == 0 {
      unsafe thread.pointee.first_cleanup = word
    } else {
      unsafe Deferred.unmanaged(thread.pointee.last_cleanup)._withUnsafeGuaranteedRef {
        $0.next = word
      }
    }
    unsafe thread.pointee.last_cleanup = word
  }

  var hasDeferred: Bool { unsafe thread.pointee.first_cleanup != 0 }

  /// Runs the work deferred on this thread before the thread blocks.
  ///
  /// The work runs as if the outermost block or release had returned.
  func runDeferredBeforeBlocking() {
    guard hasDeferred else { return }
    let level = unsafe thread.pointee.cleanups
    unsafe thread.pointee.cleanups = 1
    runDeferred()
    unsafe thread.pointee.cleanups = level
  }

  private func enter() { unsafe thread.pointee.cleanups &+= 1 }

  private func leave() {
    let isOutermost = unsafe thread.pointee.cleanups == 1
    if isOutermost, hasDeferred { runDeferred() }
    unsafe thread.pointee.cleanups &-= 1
  }

  /// Runs the deferred work, including work that it defers, still inside the outermost level.
  @inline(never) private func runDeferred() {
    while hasDeferred {
      let deferred = unsafe Deferred.unmanaged(thread.pointee.first_cleanup).takeRetainedValue()
      unsafe thread.pointee.first_cleanup = deferred.next
      deferred.body()
    }
  }
}

/// An entry in the queue of a thread.
private final class Deferred {
  let body: @Sendable () -> Void
  /// The address of the next entry, including the reference that the queue owns.
  var next: UInt = 0

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  static func unmanaged(_ word: UInt) -> Unmanaged<Deferred> {
    // SAFETY: the queue owns the entry whose address the word holds.
    unsafe Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: word).unsafelyUnwrapped)
  }
}

/// Content that may recursively hold content of the same kind, released in constant stack space.
package final class NestedContent<Content: Sendable>: @unchecked Sendable {
  /// `nil` only in the deinitializer.
  private var stored: Content?

  package init(_ content: Content) {
    stored = content
  }

  deinit {
    CleanupNesting().release(&stored)
  }

  package var content: Content { unsafe stored.unsafelyUnwrapped }
}
