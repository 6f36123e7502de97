#if !canImport(Darwin) && !os(Windows)
import CPledge

extension System {
  /// Runs `body` on a thread of its own.
  ///
  /// Foundation's would not tell of a thread that does not come to be.
  ///
  /// - Throws: The refusal of the system to have one thread more; `body` is released then.
  package static func startThread(_ body: @escaping @Sendable () -> Void) throws(Refusal) {
    let start = unsafe Unmanaged.passRetained(Start(body))
    let number = unsafe pledge_start_thread(
      { context in
        // SAFETY: it is what was retained for this one call.
        unsafe Unmanaged<Start>.fromOpaque(context.unsafelyUnwrapped).takeRetainedValue().body()
        return nil
      },
      start.toOpaque()
    )
    guard number != 0 else { return }
    // SAFETY: there is no thread that would take it.
    unsafe start.release()
    throw Refusal(number: number)
  }
}

private final class Start: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}
#endif
