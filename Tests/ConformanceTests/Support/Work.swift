import Pledge

/// Work that the test settles and that can be discarded.
final class Work: Sendable {
  private let begun = Log<(number: Int, promise: Promise<Int>)>()

  var started: [Int] { begun.entries.map(\.number) }
  var promises: [Promise<Int>] { begun.entries.map(\.promise) }

  func start(_ number: Int) -> Promise<Int> {
    let promise = Promise<Int>(discard: {})
    begun.add((number, promise))
    return promise
  }

  /// The work most recently started under a number.
  subscript(number: Int) -> Promise<Int> {
    begun.entries.last { $0.number == number }?.promise ?? Promise()
  }
}
