package import Pledge

/// Work that tests start under a number and settle themselves.
package final class Work: Sendable {
  private let begun = Log<(number: Int, promise: Promise<Int>)>()

  /// Creates an object without started work.
  package init() {}

  /// The numbers of the started work, in order.
  package var started: [Int] { begun.entries.map(\.number) }

  /// The promises of the started work, in order.
  package var promises: [Promise<Int>] { begun.entries.map(\.promise) }

  /// Starts work that can be discarded.
  package func start(_ number: Int) -> Promise<Int> {
    let promise = Promise<Int>(discard: {})
    begun.add((number, promise))
    return promise
  }

  /// Adds operations to `queue` that start work under the numbers.
  package func add(_ numbers: some Sequence<Int>, to queue: PromiseQueue) -> [Promise<Int>] {
    numbers.map { number in queue.add { self.start(number) } }
  }

  /// The work most recently started under a number, or a rejected promise if there is none.
  package subscript(number: Int) -> Promise<Int> {
    begun.entries.last { $0.number == number }?.promise ?? Promise(error: Broken())
  }
}
