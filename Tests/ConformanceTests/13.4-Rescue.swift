import Pledge
import PledgeTestSupport
import Testing

@Suite("13.4 The rescue condition")
struct RescueCondition {
  private let log = Log<String>()

  @Test(arguments: everyWay)
  func `13.4.1 A rescue handler takes one argument of any type`(way: Way) {
    way.reject(Int.self, with: "text") { promise in
      promise.rescue { (reason: String) in log.add(reason) }
      promise.rescue { (_: any CustomStringConvertible) in log.add("protocol") }
    }
    way.reject(Int.self, with: Broken()) { promise in
      promise.rescue { (_: Broken) in log.add("Broken") }
      promise.rescue { (_: any Error) in log.add("any Error") }
    }

    #expect(log.entries == ["text", "protocol", "Broken", "any Error"])
  }

  @Test(arguments: everyWay)
  func `13.4.2 A reason meets the condition of a handler for E if it is an E`(way: Way) {
    let reasons: [any Sendable] = ["text", 404, Broken(), BrokenObject()]

    for reason in reasons {
      way.reject(Int.self, with: reason) { promise in
        promise.rescue { (_: String) in log.add("String") }
        promise.rescue { (_: Int) in log.add("Int") }
        promise.rescue { (_: Broken) in log.add("Broken") }
        promise.rescue { (_: BrokenObject) in log.add("BrokenObject") }
        promise.rescue { (_: RejectionReasonError) in log.add("wrapper") }
      }
    }

    #expect(log.entries == ["String", "Int", "Broken", "BrokenObject"])
  }

  @Test(arguments: everyWay)
  func `13.4.3 A nil reason meets Any and optionals, and neither String nor Error`(way: Way) {
    way.reject(Int.self, with: nil) { promise in
      promise.rescue { (_: Any) in log.add("Any") }
      promise.rescue { (reason: Any?) in log.add(reason == nil ? "Any?" : "wrapped") }
      promise.rescue { (reason: String?) in log.add(reason == nil ? "String?" : "wrapped") }
      promise.rescue { (_: String) in log.add("String") }
      promise.rescue { (_: any Error) in log.add("Error") }
    }

    #expect(log.entries == ["Any", "Any?", "String?"])
  }

  @Test(arguments: everyWay) func `13.4.4 A handler for Any receives the bare reason`(way: Way) {
    way.reject(Int.self, with: "text") { $0.rescue { (reason: Any) in log.add("\(reason)") } }
    way.reject(Int.self, with: Broken()) { $0.rescue { (reason: Any) in log.add("\(reason)") } }

    #expect(log.entries == ["text", "Broken(number: 0)"])
  }
}

@Suite("13.5 Void `rescue`")
struct VoidRescue {
  private let log = Log<String>()

  @Test(arguments: everyWay)
  func `13.5.1 A reason that meets the condition is passed to the handler`(way: Way) {
    way.reject(Int.self, with: "text") { $0.rescue { (reason: String) in log.add(reason) } }

    #expect(log.entries == ["text"])
  }

  @Test(arguments: everyWay)
  func `13.5.2 A reason that does not meet the condition is not passed to the handler`(way: Way) {
    way.reject(Int.self, with: "text") { promise in
      promise.rescue { (_: any Error) in log.add("no") }
      promise.ignoringErrors()
    }
    way.resolve(1) { $0.rescue { (_: Any) in log.add("no") } }

    #expect(log.entries == [])
  }

  @Test func `13.5.3 On a rejected promise, the handler is called immediately`() {
    expectImmediateCall { handler in
      Promise<Int>(error: Broken()).rescue { (_: Broken) in handler() }
    }
  }

  @Test func `13.5.4 On a rejected promise, a handler whose condition is not met is not called`() {
    let promise = Promise<Int>(error: Broken())

    promise.rescue { (_: String) in log.add("rescue") }
    promise.ignoringErrors()

    #expect(log.entries == [])
  }

  @Test func `13.5.5 A reason that does not meet the condition stays unhandled`() async {
    await #expect(processExitsWith: .success) {
      for way in everyWay {
        await expectReports(1) {
          way.reject(Int.self, with: Broken()) { $0.rescue { (_: String) in } }
        }
        await expectReports(0) {
          way.reject(Int.self, with: Broken()) { promise in
            promise.rescue { (_: String) in }
            promise.rescue { (_: Broken) in }
          }
        }
      }
    }
  }
}

@Suite("13.6 `rescue` with a value")
struct ValueRescue {
  @Test func `13.6.1 A reason that meets the condition is passed to the handler`() {
    expectStage(ofRejected: "text", gives: 4) { $0.rescue { (reason: String) in reason.count } }
  }

  @Test func `13.6.2 On a rejected promise, the handler is called immediately`() {
    let stage = Promise<Int>(error: Broken()).rescue { (error: Broken) in error.number + 1 }

    #expect(stage.got == 1)
  }

  @Test func `13.6.3 The stage is fulfilled with the value that the handler returns`() {
    expectStage(ofRejected: Broken(number: 4), gives: "4") { promise in
      promise.rescue { (error: Broken) in "\(error.number)" }
    }
  }

  @Test func `13.6.4 If the handler throws, the stage is rejected with the error`() {
    expectStage(ofRejected: "text", throws: Broken()) { promise -> Promise<Int> in
      promise.rescue { (_: String) -> Int in throw Broken() }
    }
  }

  @Test func `13.6.5 A reason that does not meet the condition rejects the stage`() {
    let error = BrokenObject()

    expectStage(ofRejected: error, throws: error) { promise -> Promise<Int> in
      promise.rescue { (_: Broken) -> Int in 1 }
    }
    expectStage(ofRejected: error, gives: 2) { promise in
      let stage: Promise<Int> = promise.rescue { (_: Broken) -> Int in 1 }
      return stage.rescue { (_: BrokenObject) in 2 }
    }
  }

  @Test func `13.6.6 A fulfilled source never leaves the stage pending`() {
    expectStage(of: 1, gives: 1) { $0.rescue { (_: Broken) in 2 } }
    expectStage(of: 1, gives: .some(1)) { $0.rescue { (_: Broken) -> Int? in nil } }
    expectStage(of: 1, throws: NothingToRescueError()) { $0.rescue { (_: Broken) in "text" } }
    let void: Promise<Void> = Promise(value: 1).rescue { (_: Broken) throws -> Void in }
    #expect(void.isFulfilled)
  }
}

@Suite("13.7 `rescue` with a promise")
struct PromiseRescue {
  @Test func `13.7.1 A reason that meets the condition is passed to the handler`() {
    expectStage(ofRejected: "text", gives: 4) { promise in
      promise.rescue { (reason: String) in Promise(value: reason.count) }
    }
  }

  @Test func `13.7.2 On a rejected promise, the handler is called immediately`() {
    let stage = Promise<Int>(error: Broken()).rescue { (_: Broken) in Promise(value: 1) }

    #expect(stage.got == 1)
  }

  @Test func `13.7.3 The stage settles with the outcome of the promise that the handler returns`() {
    expectAdoption(afterRejection: "text") { source, returned in
      source.rescue { (_: String) in returned }
    }
  }

  @Test func `13.7.4 If the handler throws, the stage is rejected with the error`() {
    expectStage(ofRejected: "text", throws: Broken()) { promise in
      promise.rescue { (_: String) -> Promise<Int> in throw Broken() }
    }
  }

  @Test func `13.7.5 A reason that does not meet the condition rejects the stage`() {
    let error = BrokenObject()

    expectStage(ofRejected: error, throws: error) { promise in
      promise.rescue { (_: Broken) in Promise(value: 1) }
    }
  }

  @Test func `13.7.6 A fulfilled source never leaves the stage pending`() {
    expectStage(of: 1, gives: 1) { $0.rescue { (_: Broken) in Promise(value: 2) } }
    expectStage(of: 1, throws: NothingToRescueError()) { promise in
      promise.rescue { (_: Broken) in Promise(value: "text") }
    }
    #expect(Promise(value: 1).rescue { (_: Broken) in Promise(value: ()) }.isFulfilled)
  }

  @Test func `13.7.7 rescue(async:) is the same operator under its own name`() {
    expectStage(ofRejected: "text", gives: 2) { promise in
      promise.rescue(async: { (_: String) in Promise(value: 2).map { $0 } })
    }
    expectStage(ofRejected: Broken(), throws: Broken()) { promise in
      promise.rescue(async: { (_: String) in Promise(value: 2) })
    }
    expectStage(ofRejected: "text", throws: Broken()) { promise in
      promise.rescue(async: { (_: String) -> Future<Int> in throw Broken() })
    }
    expectStage(of: 1, gives: 1) { $0.rescue(async: { (_: Broken) in Promise(value: 2) }) }
  }
}

@Suite("13.8 `anyway`")
struct Anyway {
  @Test
  func `13.8.1 The handler of anyway is called with the value, or with nil after a rejection`() {
    expectStage(of: 1, gives: 1) { $0.anyway { $0 } }
    expectStage(ofRejected: "text", gives: nil) { $0.anyway { $0 } }
  }

  @Test func `13.8.2 The stage is fulfilled with the value that the handler returns`() {
    expectStage(of: 1, gives: "1") { $0.anyway { "\($0 ?? 0)" } }
    expectStage(ofRejected: Broken(), gives: "0") { $0.anyway { "\($0 ?? 0)" } }
  }

  @Test func `13.8.3 If the handler throws, the stage is rejected with the error`() {
    expectStage(of: 1, throws: Broken()) { $0.anyway { _ -> Int in throw Broken() } }
    expectStage(ofRejected: Broken(number: 1), throws: Broken(number: 2)) { promise in
      promise.anyway { _ -> Int in throw Broken(number: 2) }
    }
  }

  @Test
  func `13.8.4 anyway(async:) settles with the outcome of the promise that the handler returns`() {
    expectAdoption { source, returned in source.anyway(async: { _ in returned }) }
    expectAdoption(afterRejection: "text") { source, returned in
      source.anyway(async: { _ in returned })
    }
  }
}
