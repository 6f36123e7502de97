import InMemoryTracing
import Pledge
import PledgeObservability
import TestSupport
import Testing
import Tracing

@Suite(.hangLimit)
struct PromiseSpansTests {
  let tracer = InMemoryTracer(idGenerator: .incrementing)

  private var finished: [FinishedInMemorySpan] { tracer.finishedSpans }

  @Test func `a chain has one span, from its start until all of it is settled`() throws {
    let spans = PromiseSpans(tracer: tracer)
    spans.send(.created, 1, "Promise")
    spans.send(.chained(1), 2, "map")
    spans.send(.chained(2), 3, "flatMap")
    spans.send(.chained(2), 4, "map")
    spans.send([(.fulfilled, 1), (.fulfilled, 2), (.discarded, 4)])
    #expect(finished.isEmpty)
    #expect(tracer.activeSpans.count == 1)
    spans.send(.fulfilled, 3)

    let span = try #require(finished.first)
    #expect(finished.count == 1)
    #expect(tracer.activeSpans.isEmpty)
    #expect(span.operationName == "Promise Sync/Upload.swift:42")
    #expect(span.text("promise") == "#1")
    #expect(span.text("site") == "Sync/Upload.swift:42")
    #expect(span.operators == ["Promise", "map", "flatMap"])
    #expect(span.stages == 4)
    #expect(span.outcome == "fulfilled")
    #expect(span.status == nil)
    #expect(span.errors.isEmpty)
  }

  @Test func `a span has the label of the first promise with a label`() {
    let spans = PromiseSpans(tracer: tracer)
    spans.send([
      (.created, 1), (.chained(1), 2), (.labeled("stage"), 2), (.labeled("user 6"), 1),
      (.labeled("user 7\n"), 1), (.labeled("stage"), 2),
    ])
    for promise in UInt64(1)...2 { spans.send(.fulfilled, promise) }
    spans.send([(.labeled("too late"), 1), (.created, 3), (.fulfilled, 3)])

    #expect(finished.map { $0.text("label") } == [#"user 7\n"#, nil])
  }

  @Test func `its parent is the span that was current where the chain started`() {
    let spans = PromiseSpans(tracer: tracer)
    let (outer, other) = (tracer.startSpan("outer"), tracer.startSpan("other"))
    ServiceContext.withValue(outer.context) { spans.send(.created, 1) }
    ServiceContext.withValue(other.context) { spans.send(.chained(1), 2) }
    spans.send([(.fulfilled, 1), (.fulfilled, 2)])

    #expect(finished.map(\.parentSpanID) == [outer.spanID])
    #expect(finished.map(\.traceID) == [outer.traceID])
  }

  @Test func `a last stage that is rejected makes the span an error`() throws {
    let spans = PromiseSpans(tracer: tracer)
    spans.send([(.created, 1), (.chained(1), 2), (.fulfilled, 1), (.rejected, 2)])

    let span = try #require(finished.first)
    #expect(span.outcome == "rejected")
    #expect(span.status == SpanStatus(code: .error, message: "\(Broken())"))
    #expect(span.errors.map { $0.error as? Broken } == [Broken()])
  }

  @Test(arguments: [true, false])
  func `a rejection that a later stage handles is not an error`(inOrder: Bool) throws {
    let spans = PromiseSpans(tracer: tracer)
    spans.send(.created, 1)
    spans.send(.chained(1), 2, "recover")
    // The event of the later stage may arrive first.
    if !inOrder { spans.send(.fulfilled, 2) }
    spans.send(.rejected, 1)
    if inOrder { spans.send(.fulfilled, 2) }

    let span = try #require(finished.first)
    #expect(span.outcome == "fulfilled")
    #expect(span.status == nil)
    #expect(span.errors.isEmpty)
  }

  @Test func `a rejection is not an error once a stage is chained that handles it`() throws {
    let spans = PromiseSpans(tracer: tracer)
    spans.send([(.created, 1), (.chained(1), 2), (.chained(1), 3), (.fulfilled, 1), (.rejected, 2)])
    spans.send(.chained(2), 4, "recover")
    spans.send([(.fulfilled, 3), (.fulfilled, 4)])

    #expect(finished.map(\.status) == [nil])
  }

  @Test(arguments: [1, 2])
  func `a rejection reported as unhandled makes the span an error, whatever others do`(
    rejected: UInt64
  ) {
    let spans = PromiseSpans(tracer: tracer)
    spans.send([(.created, 1), (.chained(1), 2), (.chained(1), 3)])
    if rejected == 2 { spans.send(.fulfilled, 1) }
    spans.send([(.rejected, rejected), (.unhandled(Broken()), rejected)])
    spans.send([(.fulfilled, 3 - rejected), (.fulfilled, 3)])

    #expect(finished.map(\.status?.code) == [.error])
    #expect(finished.first?.errors.count == 1)
    #expect(finished.first?.outcome == "fulfilled")
  }

  @Test func `broken promises and overdrawn budgets are errors, and cancellations are none`() {
    let spans = PromiseSpans(tracer: tracer)
    let overdrawn = RetryError(errors: [Broken()], budget: "search")
    let outcomes: [PromiseEvent.Outcome] = [
      .broken, .rejected(CancellationError()), .discarded, .rejected(overdrawn),
    ]
    for (number, outcome) in outcomes.enumerated() {
      spans.send([(.created, UInt64(number)), (.settled(outcome), UInt64(number))])
    }

    #expect(
      finished.prefix(3).map(\.status) == [SpanStatus(code: .error, message: "broken"), nil, nil]
    )
    #expect(finished.prefix(3).allSatisfy { $0.errors.isEmpty })
    #expect(finished.last?.outcome == "overdrawn" && finished.last?.status?.code == .error)
  }

  @Test func `a merged stage is no longer awaited`() {
    let spans = PromiseSpans(tracer: tracer)
    spans.send([(.created, 1), (.chained(1), 2), (.fulfilled, 1), (.merged, 2)])

    #expect(finished.count == 1)
  }

  @Test func `a stage that is chained after the end has a span beside the first, linked to it`() {
    let spans = PromiseSpans(tracer: tracer)
    let outer = tracer.startSpan("outer")
    ServiceContext.withValue(outer.context) { spans.send(.created, 1) }
    spans.send([
      (.fulfilled, 1), (.chained(1), 2), (.chained(2), 3), (.fulfilled, 2), (.fulfilled, 3),
    ])

    #expect(finished.map(\.parentSpanID) == [outer.spanID, outer.spanID])
    #expect(linked(from: 1) == [finished[0].spanID])
    #expect(finished[1].stages == 2)
  }

  @Test func `a chain that waits for another has one link to it, pending or ended`() {
    let spans = PromiseSpans(tracer: tracer)
    spans.send([(.created, 1), (.created, 2), (.fulfilled, 2)])
    spans.send(.created, 3, "all")
    for source in [1, 1, 2, 3, 99] as [UInt64] { spans.send(.waits(source), 3) }
    spans.send([(.fulfilled, 1), (.fulfilled, 3)])

    #expect(finished.count == 3)
    #expect(linked(from: 2) == [finished[1].spanID, finished[0].spanID])
  }

  @Test func `names stay on one line, and short`() throws {
    let spans = PromiseSpans(tracer: tracer)
    spans.send(.created, 1, awkward)
    spans.send(.settled(.rejected(Described(description: awkward))), 1)
    spans.send(.created, 2, String(repeating: "x", count: 10_240))
    spans.send(.fulfilled, 2)

    #expect(finished[0].operationName == awkwardOnOneLine + " Sync/Upload.swift:42")
    #expect(finished[0].status?.message == awkwardOnOneLine)
    #expect(finished[1].operationName.count < 300)
  }

  /// The identifiers of the spans to which the span at `index` is linked.
  private func linked(from index: Int) -> [String?] {
    finished[index].links.map { $0.context.inMemorySpanContext?.spanID }
  }
}
