import Pledge
import PledgeTestSupport
import Testing

@Suite("13.4 The rescue condition")
struct RescueCondition {
  private let log = Log<String>()

  @Test("13.4.1 A rescue handler takes one argument of any type", arguments: everyWay)
  func clause13_4_1(way: Way) {
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

  @Test(
    "13.4.2 A reason meets the condition of a handler for `E` if it is an `E`",
    arguments: everyWay
  )
  func clause13_4_2(way: Way) {
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

  @Test(
    "13.4.3 A `nil` reason meets `Any` and optionals, and neither `String` nor `Error`",
    arguments: everyWay
  )
  func clause13_4_3(way: Way) {
    way.reject(Int.self, with: nil) { promise in
      promise.rescue { (_: Any) in log.add("Any") }
      promise.rescue { (reason: Any?) in log.add(reason == nil ? "Any?" : "wrapped") }
      promise.rescue { (reason: String?) in log.add(reason == nil ? "String?" : "wrapped") }
      promise.rescue { (_: String) in log.add("String") }
      promise.rescue { (_: any Error) in log.add("Error") }
    }

    #expect(log.entries == ["Any", "Any?", "String?"])
  }

  @Test("13.4.4 A handler for `Any` receives the bare reason", arguments: everyWay)
  func clause13_4_4(way: Way) {
    way.reject(Int.self, with: "text") { $0.rescue { (reason: Any) in log.add("\(reason)") } }
    way.reject(Int.self, with: Broken()) { $0.rescue { (reason: Any) in log.add("\(reason)") } }

    #expect(log.entries == ["text", "Broken(number: 0)"])
  }
}

@Suite("13.5 Void `rescue`")
struct VoidRescue {
  private let log = Log<String>()

  @Test("13.5.1 A reason that meets the condition is passed to the handler", arguments: everyWay)
  func clause13_5_1(way: Way) {
    way.reject(Int.self, with: "text") { $0.rescue { (reason: String) in log.add(reason) } }

    #expect(log.entries == ["text"])
  }

  @Test(
    "13.5.2 A reason that does not meet the condition is not passed to the handler",
    arguments: everyWay
  )
  func clause13_5_2(way: Way) {
    way.reject(Int.self, with: "text") { promise in
      promise.rescue { (_: any Error) in log.add("no") }
      promise.ignoringErrors()
    }
    way.resolve(1) { $0.rescue { (_: Any) in log.add("no") } }

    #expect(log.entries == [])
  }

  @Test("13.5.3 On a rejected promise, the handler is called immediately")
  func clause13_5_3() {
    Promise<Int>(error: Broken()).rescue { (_: Broken) in log.add("rescue") }
    log.add("registered")

    #expect(log.entries == ["rescue", "registered"])
  }

  @Test("13.5.4 On a rejected promise, a handler whose condition is not met is not called")
  func clause13_5_4() {
    let promise = Promise<Int>(error: Broken())

    promise.rescue { (_: String) in log.add("rescue") }
    promise.ignoringErrors()

    #expect(log.entries == [])
  }

  @Test("13.5.5 A reason that does not meet the condition stays unhandled")
  func clause13_5_5() async {
    await #expect(processExitsWith: .success) {
      for way in everyWay {
        let unhandled = await reports {
          way.reject(Int.self, with: Broken()) { $0.rescue { (_: String) in } }
        }
        let handledByAnother = await reports {
          way.reject(Int.self, with: Broken()) { promise in
            promise.rescue { (_: String) in }
            promise.rescue { (_: Broken) in }
          }
        }

        #expect(unhandled.count == 1)
        #expect(handledByAnother.isEmpty)
      }
    }
  }
}
