// expect: type 'Pages' does not conform to the 'Sendable' protocol
import Pledge

// The iterating task would share the sequence with the code that created it.

final class Pages: AsyncSequence {
  var count = 0

  struct Iterator: AsyncIteratorProtocol {
    let pages: Pages

    mutating func next() async -> Int? {
      pages.count += 1
      return pages.count
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(pages: self) }
}

func load(_ pages: Pages) -> Future<[Int]> {
  pages.mapConcurrently(limit: 2) { Promise(value: $0) }
}
