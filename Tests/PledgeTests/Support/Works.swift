import Pledge

/// Work that tests start under a number and settle themselves.
final class Works: Sendable {
  private let begun = Tally<(number: Int, promise: Promise<Int>)>()

  /// The numbers of the started work, in order.
  var started: [Int] { begun.entries.map(\.number) }

  /// Starts work that can be discarded.
  func start(_ number: Int) -> Promise<Int> {
    let promise = Promise<Int>(discard: {})
    begun.note((number, promise))
    return promise
  }

  /// The work most recently started under a number.
  subscript(number: Int) -> Promise<Int> {
    begun.entries.last { $0.number == number }?.promise ?? Promise(error: Broken())
  }
}
