import Pledge
import PledgeTestSupport
import Testing

@Suite("4.1 `map`, `tap`, `asVoid`")
struct Map {
  @Test(
    "4.1.1 `map` calls its handler with the value, and is fulfilled with the handler's result",
    arguments: everyWay
  )
  func clause4_1_1(way: Way) {
    let mapped = way.resolve(1) { $0.map { "\($0 + 1)" } }

    #expect(mapped.got == "2")
  }

  @Test("4.1.2 A `map` whose handler throws is rejected with the error", arguments: everyWay)
  func clause4_1_2(way: Way) {
    let error = BrokenObject()
    let mapped = way.resolve(1) { $0.map { _ -> Int in throw error } }

    #expect(mapped.failure as? BrokenObject === error)
  }

  @Test(
    "4.1.3 A `map` of a rejected promise is rejected with the same reason",
    arguments: everyWay
  )
  func clause4_1_3(way: Way) {
    let log = Log<Int>()
    let error = BrokenObject()
    let mapped = way.reject(Int.self, with: error) { $0.map { log.add($0) } }

    #expect(mapped.failure as? BrokenObject === error)
    #expect(log.entries == [])
  }

  @Test("4.1.4 `tap` calls its handler with the value and passes the value on", arguments: everyWay)
  func clause4_1_4(way: Way) {
    let log = Log<Int>()
    let tapped = way.resolve(1) { $0.tap { log.add($0) } }
    let rejected = way.reject(Int.self, with: Broken()) { $0.tap { log.add($0) } }

    #expect(tapped.got == 1)
    #expect(rejected.failure is Broken)
    #expect(log.entries == [1])
  }

  @Test("4.1.5 A `tap` whose handler throws is rejected with the error", arguments: everyWay)
  func clause4_1_5(way: Way) {
    let tapped = way.resolve(1) { $0.tap { _ in throw Broken() } }

    #expect(tapped.failure is Broken)
  }

  @Test("4.1.6 `asVoid` drops the value and keeps the rejection", arguments: everyWay)
  func clause4_1_6(way: Way) {
    let fulfilled: Promise<Void> = way.resolve(1) { $0.asVoid() }
    let rejected: Promise<Void> = way.reject(Int.self, with: Broken()) { $0.asVoid() }

    #expect(fulfilled.isFulfilled)
    #expect(rejected.failure is Broken)
  }
}

@Suite("4.2 `flatMap`")
struct FlatMap {
  @Test(
    "4.2.1 `flatMap` settles with the outcome of the promise that its handler returns",
    arguments: everyWay
  )
  func clause4_2_1(way: Way) {
    way.expectAdoption { source, returned in source.flatMap { _ in returned } }
  }

  @Test("4.2.2 A `flatMap` whose handler throws is rejected with the error", arguments: everyWay)
  func clause4_2_2(way: Way) {
    let stage = way.resolve(1) { $0.flatMap { _ -> Future<Int> in throw Broken() } }

    #expect(stage.failure is Broken)
  }

  @Test(
    "4.2.3 A `flatMap` of a rejected promise is rejected with the same reason",
    arguments: everyWay
  )
  func clause4_2_3(way: Way) {
    let log = Log<Int>()
    let error = BrokenObject()
    let stage = way.reject(Int.self, with: error) { promise in
      promise.flatMap { value in
        log.add(value)
        return Promise(value: value)
      }
    }

    #expect(stage.failure as? BrokenObject === error)
    #expect(log.entries == [])
  }
}
