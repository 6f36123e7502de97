import Pledge

/// The natural numbers, without an end, that note which of them were taken.
struct Naturals: Sequence, Sendable {
  let taken = Tally<Int>()
  /// Runs in the iterator.
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

/// An asynchronous sequence of what promises bring, which says when it is asked for each of them.
///
/// A rejected one is what it throws.
struct Feed<Element: Sendable>: AsyncSequence, Sendable {
  let elements: [Future<Element>]
  /// One for each element, and one for the end.
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

/// Lets other tasks go on.
func othersGoOn() async {
  for _ in 0..<1_000 { await Task.yield() }
}
