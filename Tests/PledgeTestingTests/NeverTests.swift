import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

struct NeverTests {
  @Test func `it stays pending without an owner`() {
    let log = Log<String>()
    weak let promise: Promise<Int>? = {
      let promise = Promise<Int>.never()
      promise.observe { log.add("\($0)") }
      return promise
    }()
    #expect(promise?.isPending == true)
    #expect(log.entries.isEmpty)
    promise?.discard()
    #expect(promise == nil)
    #expect(log.count == 1)
  }

  @Test func `it is released when its last consumer detaches`() {
    weak let promise: Promise<Int>? = {
      let promise = Promise<Int>.never()
      promise.map { $0 }.discard()
      return promise
    }()
    #expect(promise == nil)
  }

  @Test func `it is released when it is settled`() {
    weak let promise: Promise<Int>? = {
      let promise = Promise<Int>.never()
      promise.resolve(1)
      return promise
    }()
    #expect(promise == nil)
  }

  @Test func `it names its place`() {
    let promise = Promise<Int>.never(file: "App/A.swift", line: 3)
    #expect(promise.debugDescription == "Promise<Int>(pending) from App/A.swift:3")
    promise.discard()
  }
}
