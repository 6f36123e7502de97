import PledgePromiseKit
import TestSupport

/// Creates promises, counts them, and settles them on request.
final class Works: IteratorProtocol, Sendable {
  private struct Book {
    var promises: [(promise: Promise<Int>, resolver: Resolver<Int>?)] = []
    let count: Int
  }

  private let book: Locked<Book>

  init(count: Int) {
    book = Locked(Book(count: count))
  }

  var started: Int { book.value.promises.count }

  func next() -> Promise<Int>? {
    book.withLock { book in
      guard book.promises.count < book.count else { return nil }
      let (promise, resolver) = Promise<Int>.pending()
      book.promises.append((promise, resolver))
      return promise
    }
  }

  func finish(_ index: Int) {
    takeResolver(index)?.fulfill(index)
  }

  func finish(_ index: Int, with error: any Error) {
    takeResolver(index)?.reject(error)
  }

  /// Breaks a promise.
  func breakPromise(_ index: Int) {
    withExtendedLifetime(takeResolver(index)) {}
  }

  /// Removes and returns the resolver of a promise, if the promise has been created.
  private func takeResolver(_ index: Int) -> Resolver<Int>? {
    book.withLock { book in
      guard index < book.promises.count else { return nil }
      defer { book.promises[index].resolver = nil }
      return book.promises[index].resolver
    }
  }
}
