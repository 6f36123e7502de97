import Pledge

/// Work that is started under a number, and that the test ends.
final class Works: Sendable {
  private let begun = Tally<(number: Int, promise: Promise<Int>)>()

  /// The numbers, in the order of their start.
  var started: [Int] { begun.entries.map(\.number) }

  /// Starts a work that can be stopped.
  func start(_ number: Int) -> Promise<Int> {
    let promise = Promise<Int>(discard: {})
    begun.note((number, promise))
    return promise
  }

  /// The work that was started last under a number.
  subscript(number: Int) -> Promise<Int> {
    begun.entries.last { $0.number == number }?.promise ?? Promise(error: Broken())
  }
}
