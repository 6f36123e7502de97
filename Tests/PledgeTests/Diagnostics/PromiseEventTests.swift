import Pledge
import Testing

struct PromiseEventTests {
  @Test func `an event created manually has the given contents`() {
    let event = PromiseEvent(
      .chained(to: PromiseID(1)),
      of: PromiseID(2),
      operator: "map",
      context: "main actor",
      time: 3,
      thread: 4,
      fileID: "App/Loader.swift",
      line: 5,
      callers: [6]
    )

    #expect(event.text == "#2 map chained to #1")
    #expect(event.context == "main actor")
    #expect((event.time, event.thread) == (3, 4))
    #expect("\(event.fileID):\(event.line)" == "App/Loader.swift:5")
    #expect(event.callers == [6])
  }

  @Test func `an event with an error has the given contents, too`() {
    let event = PromiseEvent(
      .unhandled(CancellationError()),
      of: PromiseID(2),
      operator: "map",
      context: "main actor",
      time: 3
    )

    #expect(event.operator == "map")
    #expect(event.context == "main actor")
    guard case .unhandled(let error) = event.kind else {
      Issue.record("\(event.kind)")
      return
    }
    #expect(error is CancellationError)
  }

  @Test func `an event about a label contains the label`() {
    let event = PromiseEvent(.labeled("user 7"), of: PromiseID(2), time: 3)

    #expect(event.text == "#2 labeled user 7")
  }

  @Test func `its place is by default that of the caller`() {
    let event = PromiseEvent(.created, of: PromiseID(1), time: 0)

    #expect("\(event.fileID):\(event.line)" == "\(#fileID):\(#line - 2)")
  }

  @Test func `numbers are ordered as integers, and readable`() {
    #expect(PromiseID(2) < PromiseID(10))
    #expect("\(PromiseID(42))" == "#42")
    #expect(PromiseID(42).number == 42)
  }
}
