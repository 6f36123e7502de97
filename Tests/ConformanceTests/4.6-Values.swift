import Pledge
import PledgeTestSupport
import Testing

@Suite("4.6 Values")
struct Values {
  @Test func `4.6.1 compactMap is fulfilled with the value that its handler returns`() {
    expectStage(of: "12", gives: 12) { $0.compactMap { text in Int(text) } }
  }

  @Test func `4.6.2 A compactMap whose handler returns nil is rejected with NilValueError`() {
    expectStage(of: "twelve", throws: NilValueError()) { $0.compactMap { Int($0) } }
  }

  @Test func `4.6.3 unwrap is fulfilled with the value in an optional`() {
    let thing = Thing()

    expectStage(of: Optional(thing), gives: thing) { $0.unwrap() }
  }

  @Test func `4.6.4 An unwrap of nil is rejected with the given error`() {
    expectStage(of: Int?.none, throws: Broken()) { $0.unwrap(orThrow: Broken()) }
    expectStage(of: Int?.none, throws: NilValueError()) { $0.unwrap() }
  }

  @Test func `4.6.5 validate passes on a value for which its handler returns true`() {
    let thing = Thing()

    expectStage(of: thing, gives: thing) { $0.validate(orThrow: Broken()) { $0 === thing } }
  }

  @Test func `4.6.6 A validate whose handler returns false is rejected with the given error`() {
    expectStage(of: 1, throws: Broken()) { $0.validate(orThrow: Broken()) { $0 > 1 } }
    expectStage(of: 1, throws: InvalidValueError()) { $0.validate { $0 > 1 } }
  }

  @Test func `4.6.7 cast is fulfilled with the value, as a value of the requested type`() {
    let thing = Thing()

    expectStage(of: thing as any Sendable, gives: thing) { $0.cast(to: Thing.self) }
  }

  @Test(arguments: everyWay)
  func `4.6.8 A cast of a value of another type is rejected with CastError`(way: Way) throws {
    let cast = way.resolve(1 as any Sendable) { $0.cast(to: String.self) }

    let error = try #require(cast.failure as? CastError)
    #expect(ObjectIdentifier(error.valueType) == ObjectIdentifier(Int.self))
    #expect(ObjectIdentifier(error.requestedType) == ObjectIdentifier(String.self))
  }

  @Test(
    "4.6.9 If the handler of any of these operators throws, the stage is rejected with the error"
  )
  func clause4_6_9() {
    let error = BrokenObject()

    expectStage(of: 1, throws: error) { $0.compactMap { _ -> Int? in throw error } }
    expectStage(of: 1, throws: error) { $0.validate(orThrow: Broken()) { _ in throw error } }
  }
}

@Suite("4.7 Values of sequences")
struct ValuesOfSequences {
  @Test
  func `4.7.1 The counterparts of map and filter are fulfilled with arrays, in element order`() {
    expectStage(of: 1...3, gives: ["1", "2", "3"]) { $0.mapValues { number in String(number) } }
    expectStage(of: 1...3, gives: [0, 0, 1, 0, 1, 2]) { $0.flatMapValues { Array(0..<$0) } }
    expectStage(of: ["1", "x", "3"], gives: [1, 3]) { $0.compactMapValues { text in Int(text) } }
    expectStage(of: 1...3, gives: [1, 3]) { $0.filterValues { number in number != 2 } }
  }

  @Test func `4.7.2 sortedValues is fulfilled with the sorted elements`() {
    expectStage(of: [2, 3, 1], gives: [1, 2, 3]) { $0.sortedValues() }
    expectStage(of: [2, 3, 1], gives: [3, 2, 1]) { $0.sortedValues(by: >) }
  }

  @Test func `4.7.3 firstValue and lastValue are fulfilled with the first and the last element`() {
    expectStage(of: 1...3, gives: 1) { $0.firstValue() }
    expectStage(of: 1...3, gives: 2) { $0.firstValue { number in number > 1 } }
    expectStage(of: 1...3, gives: 3) { $0.lastValue() }
  }

  @Test func `4.7.4 If there is no such element, they are rejected with NoSuchElementError`() {
    expectStage(of: [Int](), throws: NoSuchElementError()) { $0.firstValue() }
    expectStage(of: 1...3, throws: NoSuchElementError()) { $0.firstValue { $0 > 3 } }
    expectStage(of: [Int](), throws: NoSuchElementError()) { $0.lastValue() }
  }

  @Test(arguments: everyWay)
  func `4.7.5 A handler that throws for one element rejects the stage`(way: Way) {
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
  @Test
  func `4.8.1 flatten settles with the outcome of the promise that is the value of its source`() {
    expectAdoption { source, returned in source.map { _ in returned }.flatten() }
    expectAdoption { source, returned in source.map { _ -> Future<Int> in returned }.flatten() }
  }

  @Test func `4.8.2 A flatten of a rejected promise is rejected with the same reason`() {
    expectStage(ofRejected: Broken(), throws: Broken()) { $0.map { Promise(value: $0) }.flatten() }
  }

  @Test func `4.8.3 Discarding a flatten detaches it from both promises`() {
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
