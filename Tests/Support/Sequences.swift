package import Pledge

/// The endless sequence of natural numbers.
///
/// It records the numbers that were requested.
package struct Naturals: Sequence, Sendable {
  /// The numbers that iterators have returned.
  package let taken = Log<Int>()
  private let visit: @Sendable (Int) -> Void

  /// - Parameter visit: A closure that the iterator runs before it returns a number.
  package init(visit: @escaping @Sendable (Int) -> Void = { _ in }) { self.visit = visit }

  package func makeIterator() -> Iterator { Iterator(naturals: self) }

  package struct Iterator: IteratorProtocol {
    fileprivate let naturals: Naturals
    private var following = 0

    fileprivate init(naturals: Naturals) { self.naturals = naturals }

    package mutating func next() -> Int? {
      defer { following += 1 }
      naturals.taken.add(following)
      naturals.visit(following)
      return following
    }
  }
}

/// An asynchronous sequence of the values of promises that reports each request for an element.
///
/// A rejected promise makes the iteration throw its error.
package struct Feed<Element: Sendable>: AsyncSequence, Sendable {
  private let elements: [Future<Element>]
  /// Promises that are fulfilled when an element is requested: one per element, and one for the
  /// end.
  package let asked: [Promise<Void>]

  /// Creates a feed of the values of `elements`.
  package init(_ elements: [Future<Element>]) {
    self.elements = elements
    asked = (0...elements.count).map { _ in Promise() }
  }

  package func makeAsyncIterator() -> Iterator { Iterator(feed: self) }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let feed: Feed
    private var count = 0

    fileprivate init(feed: Feed) { self.feed = feed }

    package mutating func next() async throws -> Element? {
      feed.asked[count].resolve()
      guard count < feed.elements.count else { return nil }
      defer { count += 1 }
      return try await feed.elements[count].value
    }
  }
}

extension Feed<Int> {
  /// Creates a feed of the available numbers from 0 to below `count`.
  package init(upTo count: Int) {
    self.init((0..<count).map { Promise(value: $0) })
  }
}
