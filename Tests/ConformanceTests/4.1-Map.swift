import Pledge
import PledgeTestSupport
import Testing

@Suite("4.1 `map`, `tap`, `asVoid`")
struct Map {
  @Test
  func `4.1.1 map calls its handler with the value, and is fulfilled with the handler's result`() {
    expectStage(of: 1, gives: "2") { $0.map { "\($0 + 1)" } }
  }

  @Test func `4.1.2 A map whose handler throws is rejected with the error`() {
    expectStage(of: 1, throws: Broken()) { $0.map { _ -> Int in throw Broken() } }
  }

  @Test func `4.1.3 A map of a rejected promise is rejected with the same reason`() {
    let log = Log<Int>()
    let error = BrokenObject()

    expectStage(ofRejected: error, throws: error) { $0.map { log.add($0) } }
    #expect(log.entries == [])
  }

  @Test func `4.1.4 tap calls its handler with the value and passes the value on`() {
    let log = Log<Int>()

    expectStage(of: 1, gives: 1) { $0.tap { log.add($0) } }
    expectStage(ofRejected: Broken(), throws: Broken()) { $0.tap { log.add($0) } }
    #expect(log.entries == [1, 1, 1])
  }

  @Test func `4.1.5 A tap whose handler throws is rejected with the error`() {
    expectStage(of: 1, throws: Broken()) { $0.tap { _ in throw Broken() } }
  }

  @Test func `4.1.6 asVoid drops the value and keeps the rejection`() {
    expectStage(of: 1, gives: "()") { $0.asVoid().map { "\($0)" } }
    expectStage(ofRejected: Broken(), throws: Broken()) { $0.asVoid() }
  }
}

@Suite("4.2 `flatMap`")
struct FlatMap {
  @Test func `4.2.1 flatMap settles with the outcome of the promise that its handler returns`() {
    expectAdoption { source, returned in source.flatMap { _ in returned } }
  }

  @Test func `4.2.2 A flatMap whose handler throws is rejected with the error`() {
    expectStage(of: 1, throws: Broken()) { $0.flatMap { _ -> Future<Int> in throw Broken() } }
  }

  @Test func `4.2.3 A flatMap of a rejected promise is rejected with the same reason`() {
    let log = Log<Int>()
    let error = BrokenObject()

    expectStage(ofRejected: error, throws: error) { promise in
      promise.flatMap { Promise(value: log.add($0)) }
    }
    #expect(log.entries == [])
  }
}
