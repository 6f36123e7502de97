import Pledge

/// The endless sequence of natural numbers; records which were taken.
struct Naturals: Sequence, Sendable {
  let taken = Log<Int>()
  /// A closure that the iterator runs for each number.
  var visit: @Sendable (Int) -> Void = { _ in }

  func makeIterator() -> Iterator { Iterator(naturals: self) }

  struct Iterator: IteratorProtocol {
    let naturals: Naturals
    var following = 0

    mutating func next() -> Int? {
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
struct Feed: AsyncSequence, Sendable {
  let elements: [Future<Int>]
  /// One promise per element, and one for the end.
  let asked: [Promise<Void>]

  init(_ elements: [Future<Int>]) {
    self.elements = elements
    asked = (0...elements.count).map { _ in Promise() }
  }

  /// Creates a feed of the available numbers from 0 to below `count`.
  init(upTo count: Int) {
    self.init((0..<count).map { Promise(value: $0) })
  }

  func makeAsyncIterator() -> Iterator { Iterator(feed: self) }

  struct Iterator: AsyncIteratorProtocol {
    let feed: Feed
    var count = 0

    mutating func next() async throws -> Int? {
      feed.asked[count].resolve()
      guard count < feed.elements.count else { return nil }
      defer { count += 1 }
      return try await feed.elements[count].value
    }
  }
}

/// Yields often enough for other tasks to make progress.
func othersGoOn() async {
  for _ in 0..<1_000 { await Task.yield() }
}
