import Pledge
import PledgeTestSupport
import Testing

@Suite("4.9 `mapResult`, `flatMapResult`")
struct Results {
  @Test("4.9.1 `mapResult` calls its handler with either outcome", arguments: everyWay)
  func clause4_9_1(way: Way) {
    let error = BrokenObject()
    let length = way.resolve("four") { $0.mapResult { result in try result.get().count } }
    let failure = way.reject(Int.self, with: error) { promise in
      promise.mapResult { result -> BrokenObject? in
        if case .failure(let error) = result { error as? BrokenObject } else { nil }
      }
    }

    #expect(length.got == 4)
    #expect(failure.got.flatMap { $0 } === error)
  }

  @Test("4.9.2 `flatMapResult` calls its handler with either outcome", arguments: everyWay)
  func clause4_9_2(way: Way) {
    for inner in everyWay {
      let fulfilled = inner.resolve(2) { returned in
        way.reject(Int.self, with: Broken()) { promise in
          promise.flatMapResult { result in
            #expect((try? result.get()) == nil)
            return returned
          }
        }
      }
      let rejected = inner.reject(Int.self, with: Broken(number: 3)) { returned in
        way.resolve(1) { promise in
          promise.flatMapResult { result in
            #expect((try? result.get()) == 1)
            return returned
          }
        }
      }

      #expect(fulfilled.got == 2)
      #expect(rejected.broken == Broken(number: 3))
    }
  }

  @Test(
    "4.9.3 If the handler throws, either operator is rejected with the error",
    arguments: everyWay
  )
  func clause4_9_3(way: Way) {
    let mapped = way.reject(Int.self, with: Broken(number: 1)) { promise in
      promise.mapResult { _ -> Int in throw Broken(number: 2) }
    }
    let flatMapped = way.resolve(1) { promise in
      promise.flatMapResult { _ -> Promise<Int> in throw Broken(number: 2) }
    }

    #expect(mapped.broken == Broken(number: 2))
    #expect(flatMapped.broken == Broken(number: 2))
  }

  @Test(
    "4.9.4 Each is one stage",
    arguments: everyWay
  )
  func clause4_9_4(way: Way) {
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

  @Test("4.9.5 Both treat an upstream discard as a failure")
  func clause4_9_5() {
    let log = Log<String>()
    let source = Promise<Int>()
    let mapped = source.mapResult { result in log.add(result.isDiscard ? "map" : "other") }
    let flatMapped = source.flatMapResult { result in
      Promise(value: log.add(result.isDiscard ? "flatMap" : "other"))
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

extension Result where Failure == any Error {
  /// Whether the result is that of a discarded promise.
  fileprivate var isDiscard: Bool {
    if case .failure(let error) = self { error is DiscardedError } else { false }
  }
}
