#if !canImport(Darwin) && !os(Windows)
import CPledge

extension System {
  /// Runs `body` on a new thread.
  ///
  /// Unlike Foundation, reports a failure to create the thread.
  ///
  /// - Throws: ``Refusal`` if the system cannot create another thread; `body` is then released.
  package static func startThread(_ body: @escaping @Sendable () -> Void) throws(Refusal) {
    let retained = unsafe Unmanaged.passRetained(ThreadBody(body))
    let number = unsafe pledge_start_thread(
      { context in
        // SAFETY: the context is the object that was retained for this call.
        unsafe Unmanaged<ThreadBody>.fromOpaque(context.unsafelyUnwrapped).takeRetainedValue()
          .body()
        return nil
      },
      retained.toOpaque()
    )
    guard number != 0 else { return }
    // SAFETY: no thread was created that would take the object.
    unsafe retained.release()
    throw Refusal(number: number)
  }
}

private final class ThreadBody: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
#endif
