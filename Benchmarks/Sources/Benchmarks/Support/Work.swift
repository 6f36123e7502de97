/// The work that a discarded promise stops, such as a request in a real program.
final class Work: Sendable {
  @inline(never)
  func stop() {}
}

/// An asynchronous operation that does not suspend.
@inline(never)
func one() async throws -> Int { 1 }
