/// The work that a discarded promise stops, such as a request in a real program.
final class Work: Sendable {
  @inline(never)
  func stop() {}
}
