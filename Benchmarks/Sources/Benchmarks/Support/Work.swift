/// The work that a discarded promise stops, such as a request in a real program.
final class Work: Sendable {
  @inline(never)
  func stop() {}
}

/// An asynchronous operation that does not suspend.
@inline(never)
func one() async throws -> Int { 1 }

/// The error of workloads with failures.
struct Failure: Error {}

/// Returns the operations 0..<count in groups of `size`; the last group may be smaller.
func groups(of size: Int, in count: Int) -> some Sequence<Range<Int>> {
  stride(from: 0, to: count, by: size).lazy.map { $0..<min($0 + size, count) }
}
