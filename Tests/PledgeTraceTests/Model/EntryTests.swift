import Pledge
import Testing

@testable import PledgeTrace

struct EntryTests {
  @Test func `it has the data of all events`() throws {
    let trace = Trace(
      of: [
        .created(1, "all", at: 5, on: 11, callers: [8, 9]),
        .chained(2, to: 1, "map", at: 6, on: 12, context: "queue"),
        .waits(2, for: 7), .waits(2, for: 8),
        .settled(2, .rejected(Failure()), at: 9, on: 13),
        .happened(.unhandled(Failure(description: "later")), to: 2, at: 10),
        .happened(.settledAgain, to: 1), .happened(.settledAgain, to: 1),
      ]
    )

    let root = try #require(trace[PromiseID(1)])
    #expect(
      (root.operator, root.parent?.number, root.again, root.state) == ("all", nil, 2, .pending)
    )
    #expect((root.thread, root.endThread, root.context) == (11, nil, nil))
    #expect(root.callers == [8, 9])
    #expect("\(root.place)" == "App/Loader.swift:42")
    let stage = try #require(trace[PromiseID(2)])
    #expect((stage.chain.number, stage.parent?.number, stage.context) == (1, 1, "queue"))
    #expect(stage.waits.map(\.number) == [7, 8])
    #expect((stage.thread, stage.endThread, stage.isUnhandled) == (12, 13, true))
    #expect(stage.errorText == "no connection")
    #expect((stage.start, stage.end) == (1_000_000, 4_000_000))
  }

  @Test(arguments: [
    (PromiseEvent.Outcome.fulfilled, Trace.State.fulfilled), (.rejected(Failure()), .rejected),
    (.discarded, .discarded), (.broken, .broken),
    (.rejected(RetryError(errors: [], budget: "search")), .overdrawn),
    (.rejected(RetryError(errors: [])), .rejected),
  ])
  func `outcomes are states`(outcome: PromiseEvent.Outcome, state: Trace.State) {
    #expect(Trace(of: [.created(1), .settled(1, outcome)]).entries.map(\.state) == [state])
  }

  @Test func `a promise whose retry budget was overdrawn keeps its error`() {
    let error = RetryError(errors: [Failure()], budget: "search")
    let trace = Trace(of: [.created(1), .settled(1, .rejected(error))])

    #expect(trace.entries.first?.errorText?.contains("budget search is overdrawn") == true)
    #expect(trace.json.contains("\"state\":\"overdrawn\""))
    #expect(trace.json.contains("budget search is overdrawn"))
    #expect(trace.text.contains("overdrawn after"))
  }

  @Test func `the last label counts, also after the end, and replaces nothing else`() {
    let trace = Trace(of: [
      .created(1), .happened(.labeled("a"), to: 1), .chained(2, to: 1, "delay", context: "queue"),
      .settled(1, .rejected(Failure())), .happened(.labeled("b"), to: 1),
      .happened(.labeled("c"), to: 2),
    ])

    #expect(trace.entries.map(\.label) == ["b", "c"])
    #expect(trace.entries.map(\.operator) == ["Promise", "delay"])
    #expect(trace.entries.map(\.errorText) == ["no connection", nil])
    #expect(trace.entries.map(\.context) == [nil, "queue"])
  }

  @Test func `a stage has the label that its source had when it was derived`() {
    let trace = Trace(of: [
      .created(1), .chained(2, to: 1), .happened(.labeled("a"), to: 1), .chained(3, to: 1),
      .chained(4, to: 3), .happened(.labeled("b"), to: 3), .chained(5, to: 3), .created(6),
    ])

    #expect(trace.entries.map(\.label) == ["a", nil, "b", "a", "b", nil])
  }

  @Test func `a stage whose creation is seen late has the label of its source, or its own`() {
    let trace = Trace(of: [
      .created(1), .happened(.labeled("a"), to: 1), .settled(2), .happened(.labeled("b"), to: 3),
      .chained(2, to: 1), .chained(3, to: 1),
    ])

    #expect(trace.entries.map(\.label) == ["a", "a", "b"])
  }

  @Test func `the first end counts`() {
    let events: [PromiseEvent] = [
      .created(1), .happened(.merged, to: 1, at: 4), .settled(1, at: 6),
    ]

    #expect(Trace(of: events).entries.map(\.state) == [.merged])
    #expect(Trace(of: events).entries.map(\.end) == [4_000_000])
  }

  @Test func `an unhandled broken promise has its error`() {
    let trace = Trace(of: [
      .created(1), .settled(1, .broken), .happened(.unhandled(Failure()), to: 1),
    ])

    #expect(trace.entries.map(\.errorText) == ["no connection"])
  }
}
