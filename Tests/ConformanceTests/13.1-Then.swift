import Pledge
import PledgeTestSupport
import Testing

@Suite("13.1 Untyped `then(_:_:)`")
struct UntypedThen {
  @Test func `13.1.1 A success handler that is nil is ignored`() {
    let log = Log<Int>()

    expectStage(of: 1, gives: 1) { promise in
      promise.then(nil, nil)
      promise.then(nil) { _ in log.add(0) }
      return promise
    }
    #expect(log.entries == [])
  }

  @Test(arguments: everyWay)
  func `13.1.2 The success handler is called after fulfillment, with the value`(way: Way) {
    let log = Log<Int>()

    way.resolve(1) { $0.then({ log.add($0) }, nil) }
    way.resolve(2) { $0.then({ log.add($0) }, { _ in log.add(0) }) }
    way.reject(Int.self, with: Broken()) { $0.then({ log.add($0) }, { _ in }) }

    #expect(log.entries == [1, 2])
  }

  @Test(arguments: everyWay)
  func `13.1.3 The failure handler is called after rejection, with the reason`(way: Way) {
    let log = Log<(any Sendable)?>()
    let error = BrokenObject()

    way.reject(Int.self, with: "text") { $0.then(nil) { log.add($0) } }
    way.reject(Int.self, with: nil) { $0.then(nil) { log.add($0) } }
    way.reject(Int.self, with: error) { $0.then({ _ in log.add("no") }, { log.add($0) }) }

    #expect(log.entries.count == 3)
    #expect(log.entries[0] as? String == "text")
    #expect(log.entries[1] == nil)
    #expect(log.entries[2] as? BrokenObject === error)
  }

  @Test func `13.1.4 On a fulfilled promise, the success handler is called immediately`() {
    expectImmediateCall { handler in Promise(value: 1).then({ _ in handler() }, nil) }
  }

  @Test func `13.1.5 On a rejected promise, the failure handler is called immediately`() {
    expectImmediateCall { handler in
      Promise<Int>(error: Broken()).then(nil) { _ in handler() }
    }
  }

  @Test
  func `13.1.6 If the success handler throws, the failure handler is called with the error`() {
    let log = Log<Broken?>()

    expectStage(of: 1, gives: 1) { promise in
      promise.then({ _ in throw Broken(number: 5) }, { log.add($0 as? Broken) })
      return promise
    }
    #expect(log.entries == Array(repeating: Broken(number: 5), count: 3))
  }

  @Test func `13.1.7 Without a failure handler, that error is ignored`() async {
    await #expect(processExitsWith: .success) {
      for way in everyWay {
        await expectReports(0) {
          let promise = way.resolve(1) { promise in
            promise.then({ _ in throw Broken() }, nil)
            return promise
          }
          #expect(promise.got == 1)
        }
      }
    }
  }
}

@Suite("13.2 Typed `then`")
struct TypedThen {
  @Test(arguments: everyWay)
  func `13.2.1 The handler is called after fulfillment, with the value`(way: Way) {
    let log = Log<Int>()

    way.resolve(1) { $0.then { log.add($0) } }

    #expect(log.entries == [1])
  }

  @Test func `13.2.2 On a fulfilled promise, the handler is called immediately`() {
    expectImmediateCall { handler in _ = Promise(value: 1).then { _ in handler() } }
  }

  @Test(arguments: everyWay)
  func `13.2.3 The stage is fulfilled with the value that the handler returns`(way: Way) {
    let pending = Promise<Int>()
    let ofPromise: Promise<Promise<Int>> = way.resolve(1) { $0.then { _ in pending } }

    expectStage(of: 1, gives: "2") { $0.then { "\($0 + 1)" } }
    #expect(ofPromise.got === pending)
  }

  @Test func `13.2.4 If the handler throws, the stage is rejected with the error`() {
    expectStage(of: 1, throws: Broken()) { $0.then { _ -> Int in throw Broken() } }
  }

  @Test func `13.2.5 If the source is rejected, the stage is rejected with the same reason`() {
    let error = BrokenObject()

    expectStage(ofRejected: error, throws: error) { $0.then { $0 + 1 } }
  }
}

@Suite("13.3 `then(async:)`")
struct AsyncThen {
  @Test func `13.3.1 The handler is called after fulfillment, with the value`() {
    expectStage(of: 1, gives: 2) { $0.then(async: { Promise(value: $0 + 1) }) }
  }

  @Test func `13.3.2 On a fulfilled promise, the handler is called immediately`() {
    expectImmediateCall { handler in
      _ = Promise(value: 1).then(async: { _ in Promise(value: handler()) })
    }
  }

  @Test func `13.3.3 The stage settles with the outcome of the promise that the handler returns`() {
    expectAdoption { source, returned in source.then(async: { _ in returned }) }
  }

  @Test func `13.3.4 If the handler throws, the stage is rejected with the error`() {
    expectStage(of: 1, throws: Broken()) { promise in
      promise.then(async: { _ -> Promise<Int> in throw Broken() })
    }
  }

  @Test func `13.3.5 If the source is rejected, the stage is rejected with the same reason`() {
    let error = BrokenObject()

    expectStage(ofRejected: error, throws: error) { $0.then(async: { Promise(value: $0) }) }
  }
}
