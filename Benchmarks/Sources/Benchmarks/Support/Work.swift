/// What a discarded promise stops, where a real one has a request.
final class Work: Sendable {
  @inline(never)
  func stop() {}
}
