/// An unsafe continuation, the fastest kind.
///
/// Every wait here is resumed exactly once.
@safe
struct Resumption: Sendable {
  private let continuation: UnsafeContinuation<Int, Never>

  /// Waits until ``resume(returning:)`` is called on the argument of `body`.
  @inline(__always)
  static func wait(_ body: (Resumption) -> Void) async -> Int {
    unsafe await withUnsafeContinuation { unsafe body(Resumption(continuation: $0)) }
  }

  func resume(returning value: Int) {
    unsafe continuation.resume(returning: value)
  }
}
