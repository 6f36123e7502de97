import Pledge
import PledgeTestSupport
import Testing

@Suite("4.6 Values")
struct Values {
  @Test(
    "4.6.1 `compactMap` is fulfilled with the value that its handler returns",
    arguments: everyWay
  )
  func clause4_6_1(way: Way) {
    let number = way.resolve("12") { $0.compactMap { text in Int(text) } }

    #expect(number.got == 12)
  }

  @Test(
    "4.6.2 A `compactMap` whose handler returns `nil` is rejected with `NilValueError`",
    arguments: everyWay
  )
  func clause4_6_2(way: Way) {
    #expect(way.resolve("twelve") { $0.compactMap { Int($0) } }.failure is NilValueError)
  }

  @Test("4.6.3 `unwrap` is fulfilled with the value in an optional", arguments: everyWay)
  func clause4_6_3(way: Way) {
    let thing = Thing()
    let unwrapped: Promise<Thing> = way.resolve(Optional(thing)) { $0.unwrap() }

    #expect(unwrapped.got === thing)
  }

  @Test("4.6.4 An `unwrap` of `nil` is rejected with the given error", arguments: everyWay)
  func clause4_6_4(way: Way) {
    let error = BrokenObject()
    let given = way.resolve(Int?.none) { $0.unwrap(orThrow: error) }

    #expect(given.failure as? BrokenObject === error)
    #expect(way.resolve(Int?.none) { $0.unwrap() }.failure is NilValueError)
  }

  @Test(
    "4.6.5 `validate` passes on a value for which its handler returns `true`",
    arguments: everyWay
  )
  func clause4_6_5(way: Way) {
    let thing = Thing()
    let valid = way.resolve(thing) { $0.validate(orThrow: Broken()) { $0 === thing } }

    #expect(valid.got === thing)
  }

  @Test(
    "4.6.6 A `validate` whose handler returns `false` is rejected with the given error",
    arguments: everyWay
  )
  func clause4_6_6(way: Way) {
    let error = BrokenObject()
    let given = way.resolve(1) { $0.validate(orThrow: error) { $0 > 1 } }

    #expect(given.failure as? BrokenObject === error)
    #expect(way.resolve(1) { $0.validate { $0 > 1 } }.failure is InvalidValueError)
  }

  @Test(
    "4.6.7 `cast` is fulfilled with the value, as a value of the requested type",
    arguments: everyWay
  )
  func clause4_6_7(way: Way) {
    let promise = Promise<Int>()
    let cast = way.resolve(promise as Future<Int>) { $0.cast(to: Promise<Int>.self) }

    #expect(cast.got === promise)
  }

  @Test(
    "4.6.8 A `cast` of a value of another type is rejected with `CastError`",
    arguments: everyWay
  )
  func clause4_6_8(way: Way) throws {
    let cast = way.resolve(1 as any Sendable) { $0.cast(to: String.self) }

    let error = try #require(cast.failure as? CastError)
    #expect(ObjectIdentifier(error.valueType) == ObjectIdentifier(Int.self))
    #expect(ObjectIdentifier(error.requestedType) == ObjectIdentifier(String.self))
  }

  @Test(
    "4.6.9 If the handler of any of these operators throws, the stage is rejected with the error",
    arguments: everyWay
  )
  func clause4_6_9(way: Way) {
    let error = BrokenObject()
    let compactMapped = way.resolve(1) { $0.compactMap { _ -> Int? in throw error } }
    let validated = way.resolve(1) { $0.validate(orThrow: Broken()) { _ in throw error } }

    #expect(compactMapped.failure as? BrokenObject === error)
    #expect(validated.failure as? BrokenObject === error)
  }
}

@Suite("4.7 Values of sequences")
struct ValuesOfSequences {
  @Test(
    "4.7.1 The counterparts of `map` and `filter` are fulfilled with arrays, in element order",
    arguments: everyWay
  )
  func clause4_7_1(way: Way) {
    let texts = way.resolve(1...3) { $0.mapValues { number in String(number) } }
    let ranges = way.resolve(1...3) { $0.flatMapValues { end in Array(0..<end) } }
    let numbers = way.resolve(["1", "x", "3"]) { $0.compactMapValues { text in Int(text) } }
    let others = way.resolve(1...3) { $0.filterValues { number in number != 2 } }

    #expect(texts.got == ["1", "2", "3"])
    #expect(ranges.got == [0, 0, 1, 0, 1, 2])
    #expect(numbers.got == [1, 3])
    #expect(others.got == [1, 3])
  }

  @Test("4.7.2 `sortedValues` is fulfilled with the sorted elements", arguments: everyWay)
  func clause4_7_2(way: Way) {
    let ascending = way.resolve([2, 3, 1]) { $0.sortedValues() }
    let descending = way.resolve([2, 3, 1]) { $0.sortedValues(by: >) }

    #expect(ascending.got == [1, 2, 3])
    #expect(descending.got == [3, 2, 1])
  }

  @Test(
    "4.7.3 `firstValue` and `lastValue` are fulfilled with the first and the last element",
    arguments: everyWay
  )
  func clause4_7_3(way: Way) {
    let first = way.resolve(1...3) { $0.firstValue() }
    let match = way.resolve(1...3) { $0.firstValue { number in number > 1 } }
    let last = way.resolve(1...3) { $0.lastValue() }

    #expect(first.got == 1)
    #expect(match.got == 2)
    #expect(last.got == 3)
  }

  @Test(
    "4.7.4 If there is no such element, they are rejected with `NoSuchElementError`",
    arguments: everyWay
  )
  func clause4_7_4(way: Way) {
    #expect(way.resolve([Int]()) { $0.firstValue() }.failure is NoSuchElementError)
    #expect(way.resolve(1...3) { $0.firstValue { $0 > 3 } }.failure is NoSuchElementError)
    #expect(way.resolve([Int]()) { $0.lastValue() }.failure is NoSuchElementError)
  }

  @Test("4.7.5 A handler that throws for one element rejects the stage", arguments: everyWay)
  func clause4_7_5(way: Way) {
    let log = Log<Int>()
    let check: @Sendable (Int) throws -> Int = { number in
      log.add(number)
      if number == 2 { throw Broken(number: number) }
      return number
    }

    let ends: [Broken?] = [
      way.resolve(1...3) { $0.mapValues(check) }.broken,
      way.resolve(1...3) { $0.flatMapValues { [try check($0)] } }.broken,
      way.resolve(1...3) { $0.compactMapValues(check) }.broken,
      way.resolve(1...3) { $0.filterValues { try check($0) > 0 } }.broken,
      way.resolve(1...3) { $0.firstValue { try check($0) > 1 } }.broken,
      way.resolve([2, 2]) { $0.sortedValues { try check($0) < $1 } }.broken,
    ]

    #expect(ends == Array(repeating: Broken(number: 2), count: 6))
    #expect(log.entries == [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 2])
  }
}

@Suite("4.8 `flatten`")
struct Flattening {
  @Test(
    "4.8.1 `flatten` settles with the outcome of the promise that is the value of its source",
    arguments: everyWay
  )
  func clause4_8_1(way: Way) {
    for innerWay in everyWay {
      let fulfilled = innerWay.resolve(1) { inner in way.resolve(inner) { $0.flatten() } }
      let rejected = innerWay.reject(Int.self, with: Broken()) { inner in
        way.resolve(inner as Future<Int>) { $0.flatten() }
      }

      #expect(fulfilled.got == 1)
      #expect(rejected.failure is Broken)
    }
  }

  @Test(
    "4.8.2 A `flatten` of a rejected promise is rejected with the same reason",
    arguments: everyWay
  )
  func clause4_8_2(way: Way) {
    let error = BrokenObject()
    let flat = way.reject(Future<Int>.self, with: error) { $0.flatten() }

    #expect(flat.failure as? BrokenObject === error)
  }

  @Test("4.8.3 Discarding a `flatten` detaches it from both promises")
  func clause4_8_3() {
    let log = Log<String>()
    let outer = Promise<Future<Int>>(discard: { log.add("outer") })
    outer.flatten().discard()
    let inner = Promise<Int>(discard: { log.add("inner") })
    Promise(value: inner).flatten().discard()
    let plain = Promise<Int>()
    Promise(value: plain).flatten().discard()

    #expect(log.entries == ["outer", "inner"])
    #expect(outer.isDiscarded)
    #expect(inner.isDiscarded)
    #expect(plain.isPending)
  }
}
