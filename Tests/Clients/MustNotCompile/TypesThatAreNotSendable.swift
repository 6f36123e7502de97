// expect: type 'Value' does not conform to the 'Sendable' protocol
// expect: type 'Output' does not conform to the 'Sendable' protocol
// expect: type 'Reason' does not conform to the 'Sendable' protocol
// expect: type 'Owner' does not conform to the 'Sendable' protocol
// expect: type 'Element' does not conform to the 'Sendable' protocol
// expect: type 'Reduction' does not conform to the 'Sendable' protocol
// expect: type 'Key' does not conform to the 'Sendable' protocol
// expect: type 'Pages' does not conform to the 'Sendable' protocol
import Pledge

// What a promise passes from one thread to another is `Sendable`.

final class Value {}

let value = Promise<Value>()

final class Output {}

func make(after number: Future<Int>) {
  number.map { _ in Output() }.ignoringErrors()
}

final class Reason {}

func fail(_ promise: Promise<Int>) {
  promise.reject(Reason())
}

final class Owner {
  var apples = 0
}

func count(_ apples: Future<Int>, into owner: Owner) {
  apples.observe(owner: owner) { owner, _ in owner.apples += 1 }
}

final class Element {
  var apples = 0
}

func count(_ elements: [Element]) -> Future<[Int]> {
  elements.mapConcurrently(limit: 2) { Promise(value: $0.apples) }
}

final class Reduction {
  var apples = 0
}

func fill(with trees: [Future<Int>]) -> Future<Int> {
  reduce(trees, Reduction()) { basket, apples in
    basket.apples += apples
    return basket
  }.map { $0.apples }
}

final class Key: Hashable {
  var name = ""

  static func == (left: Key, right: Key) -> Bool { left.name == right.name }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}

func page(_ key: Key) -> Future<String> {
  SingleFlight().value(for: key) { Promise(value: key.name) }
}

/// The iterating task would share the sequence with the code that created it.
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
