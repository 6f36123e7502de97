/// An unsafe continuation, the fastest there is: every wait here is ended exactly once.
@safe
struct Resumption: Sendable {
  private let continuation: UnsafeContinuation<Int, Never>

  /// Waits until somebody calls ``resume(returning:)`` on what `body` is given.
  @inline(__always)
  static func wait(_ body: (Resumption) -> Void) async -> Int {
    unsafe await withUnsafeContinuation { unsafe body(Resumption(continuation: $0)) }
  }

  func resume(returning value: Int) {
    unsafe continuation.resume(returning: value)
  }
}
