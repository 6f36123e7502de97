import Pledge
import PledgeTestSupport
import Testing

@Suite("4.9 `mapResult`, `flatMapResult`")
struct Results {
  @Test func `4.9.1 mapResult calls its handler with either outcome`() {
    let error = BrokenObject()

    expectStage(of: "four", gives: 4) { $0.mapResult { result in try result.get().count } }
    expectStage(ofRejected: error, gives: error) { promise in
      promise.mapResult { result -> BrokenObject? in
        if case .failure(let error) = result { error as? BrokenObject } else { nil }
      }
    }
  }

  @Test func `4.9.2 flatMapResult calls its handler with either outcome`() {
    expectAdoption { source, returned in
      source.flatMapResult { (try? $0.get()) == 1 ? returned : Promise(value: 0) }
    }
    expectAdoption(afterRejection: "text") { source, returned in
      source.flatMapResult { (try? $0.get()) == nil ? returned : Promise(value: 0) }
    }
  }

  @Test func `4.9.3 If the handler throws, either operator is rejected with the error`() {
    expectStage(ofRejected: Broken(number: 1), throws: Broken(number: 2)) { promise in
      promise.mapResult { _ -> Int in throw Broken(number: 2) }
    }
    expectStage(of: 1, throws: Broken()) { promise in
      promise.flatMapResult { _ -> Promise<Int> in throw Broken() }
    }
  }

  @Test(arguments: everyWay) func `4.9.4 Each is one stage`(way: Way) {
    let log = Log<Int>()
    @Sendable func register(_ promise: Promise<Int>) -> [Promise<Void>] {
      [
        promise.mapResult { _ in log.add(1) },
        promise.observe { _ in log.add(2) }.mapResult { _ in },
        promise.flatMapResult { _ in Promise(value: log.add(3)) },
        promise.mapResult { _ in log.add(4) },
      ]
    }

    let ofValue = way.resolve(1, register)
    #expect(log.entries == [1, 2, 3, 4])
    let ofError = way.reject(Int.self, with: Broken(), register)

    #expect(log.entries == [1, 2, 3, 4, 1, 2, 3, 4])
    #expect((ofValue + ofError).allSatisfy { $0.isFulfilled })
  }

  @Test func `4.9.5 Both treat an upstream discard as a failure`() {
    let log = Log<String>()
    let source = Promise<Int>()
    let mapped = source.mapResult { log.add($0.error is DiscardedError ? "map" : "other") }
    let flatMapped = source.flatMapResult { result in
      Promise(value: log.add(result.error is DiscardedError ? "flatMap" : "other"))
    }
    let own = Promise<Int>()
    let ownMapped = own.mapResult { _ in log.add("own") }
    let ownFlatMapped = own.flatMapResult { _ in Promise(value: log.add("own")) }

    source.discard()
    ownMapped.discard()
    ownFlatMapped.discard()
    own.resolve(1)

    #expect(log.entries == ["map", "flatMap"])
    #expect(mapped.isFulfilled && flatMapped.isFulfilled)
    #expect(ownMapped.isDiscarded && ownFlatMapped.isDiscarded)
  }
}
