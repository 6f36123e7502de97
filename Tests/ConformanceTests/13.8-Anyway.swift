import Pledge
import PledgeTestSupport
import Testing

@Suite("13.8 `anyway`")
struct Anyway {
  @Test(
    "13.8.1 The handler of `anyway` is called with the value, or with `nil` after a rejection",
    arguments: everyWay
  )
  func clause13_8_1(way: Way) {
    let log = Log<Int?>()

    way.resolve(1) { _ = $0.anyway { log.add($0) } }
    way.reject(Int.self, with: "text") { _ = $0.anyway { log.add($0) } }

    #expect(log.entries == [1, nil])
  }

  @Test(
    "13.8.2 The stage is fulfilled with the value that the handler returns",
    arguments: everyWay
  )
  func clause13_8_2(way: Way) {
    #expect(way.resolve(1) { $0.anyway { "\($0 ?? 0)" } }.got == "1")
    #expect(way.reject(Int.self, with: Broken()) { $0.anyway { "\($0 ?? 0)" } }.got == "0")
  }

  @Test("13.8.3 If the handler throws, the stage is rejected with the error", arguments: everyWay)
  func clause13_8_3(way: Way) {
    let fulfilled = way.resolve(1) { promise in
      promise.anyway { _ -> Int in throw Broken(number: 2) }
    }
    let rejected = way.reject(Int.self, with: Broken(number: 1)) { promise in
      promise.anyway { _ -> Int in throw Broken(number: 2) }
    }

    #expect(fulfilled.broken == Broken(number: 2))
    #expect(rejected.broken == Broken(number: 2))
  }

  @Test(
    "13.8.4 `anyway(async:)` settles with the outcome of the promise that the handler returns",
    arguments: everyWay
  )
  func clause13_8_4(way: Way) {
    way.expectAdoption { source, returned in source.anyway(async: { _ in returned }) }
    way.expectAdoption(afterRejection: "text") { source, returned in
      source.anyway(async: { _ in returned })
    }
  }
}
