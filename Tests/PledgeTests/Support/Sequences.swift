import Pledge

/// The endless sequence of natural numbers; records which were taken.
struct Naturals: Sequence, Sendable {
  let taken = Tally<Int>()
  /// A closure that the iterator runs for each number.
  var visit: @Sendable (Int) -> Void = { _ in }

  func makeIterator() -> Iterator { Iterator(naturals: self) }

  struct Iterator: IteratorProtocol {
    let naturals: Naturals
    var following = 0

    mutating func next() -> Int? {
      defer { following += 1 }
      naturals.taken.note(following)
      naturals.visit(following)
      return following
    }
  }
}

/// An asynchronous sequence of the values of promises that reports each request for an element.
///
/// A rejected promise makes the iteration throw its error.
struct Feed<Element: Sendable>: AsyncSequence, Sendable {
  let elements: [Future<Element>]
  /// One promise per element, and one for the end.
  let asked: [Promise<Void>]

  init(_ elements: [Future<Element>]) {
    self.elements = elements
    asked = (0...elements.count).map { _ in Promise() }
  }

  func makeAsyncIterator() -> Iterator { Iterator(feed: self) }

  struct Iterator: AsyncIteratorProtocol {
    let feed: Feed
    var count = 0

    mutating func next() async throws -> Element? {
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
