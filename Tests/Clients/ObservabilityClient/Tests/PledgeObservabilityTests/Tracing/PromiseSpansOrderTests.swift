import InMemoryTracing
import Pledge
import PledgeObservability
import TestSupport
import Testing
import Tracing

/// Tests of events that arrive late, twice, from several threads, or not at all.
@Suite(.hangLimit)
struct PromiseSpansOrderTests {
  let tracer = InMemoryTracer(idGenerator: .incrementing)

  private var finished: [FinishedInMemorySpan] { tracer.finishedSpans }

  @Test func `stages of a promise from before the installation share a span`() {
    let spans = PromiseSpans(tracer: tracer)
    spans.send([(.chained(1), 2), (.chained(1), 3)])
    spans.send(.fulfilled, 1, "")
    #expect(tracer.activeSpans.count == 1)
    spans.send([(.fulfilled, 2), (.fulfilled, 3)])

    #expect(finished.map(\.stages) == [2])
  }

  @Test func `a promise whose creation is overtaken by a stage is in the same span`() {
    let spans = PromiseSpans(tracer: tracer)
    spans.send(.chained(1), 2)
    spans.send(.created, 1, "Promise")
    spans.send(.fulfilled, 2)
    #expect(finished.isEmpty)
    spans.send(.fulfilled, 1)

    #expect(finished.map(\.stages) == [2])
  }

  @Test func `events of promises that were never seen do nothing`() {
    let spans = PromiseSpans(tracer: tracer)
    spans.send([
      (.fulfilled, 1), (.merged, 2), (.unhandled(Broken()), 3), (.waits(5), 4), (.settledAgain, 6),
    ])

    #expect(tracer.activeSpans.isEmpty && finished.isEmpty)
  }

  @Test func `duplicate events count once`() {
    let spans = PromiseSpans(tracer: tracer)
    for _ in 1...2 { spans.send(.created, 1) }
    for _ in 1...2 { spans.send(.chained(1), 2) }
    for _ in 1...2 { spans.send(.fulfilled, 1) }
    for _ in 1...2 { spans.send(.fulfilled, 2) }

    #expect(finished.map(\.stages) == [2])
  }

  @Test func `a chain that ends while its span is started has one, which ends`() {
    let tracer = InterruptedTracer(base: tracer)
    let spans = PromiseSpans(tracer: tracer)
    tracer.interruption.put {
      spans.send([(.chained(1), 2), (.fulfilled, 1), (.rejected, 2)])
    }
    spans.send(.created, 1)

    #expect(tracer.base.activeSpans.isEmpty)
    #expect(finished.map(\.stages) == [2])
    #expect(finished.map(\.status?.code) == [.error])
  }

  @Test(arguments: [0, 1, 8])
  func `no more ended chains are remembered than configured`(remembered: Int) {
    let spans = PromiseSpans(tracer: tracer, remembered: remembered)
    for number in 1...9 as ClosedRange<UInt64> {
      spans.send([(.created, number), (.fulfilled, number)])
    }
    for number in 1...9 as ClosedRange<UInt64> {
      spans.send(.chained(10 - number), 10 + number)
    }
    spans.endAll()

    #expect(finished.dropFirst(9).map(\.links.count).reduce(0, +) == remembered)
  }

  @Test func `operators, errors and links are recorded up to a limit`() throws {
    let spans = PromiseSpans(tracer: tracer)
    spans.send(.created, 1)
    for number in 2...1_000 as ClosedRange<UInt64> {
      spans.send(.created, 10_000 + number)
      spans.send(.chained(1), number, "operator \(number)")
      spans.send([(.waits(10_000 + number), number), (.rejected, number)])
    }
    spans.send(.fulfilled, 1)

    let span = try #require(finished.last)
    #expect(span.stages == 1_000)
    #expect(span.operators.count == 32)
    #expect(span.errors.count == 8)
    #expect(span.links.count == 128)
  }

  @Test func `pending spans can be ended once, and continue in another span`() {
    let spans = PromiseSpans(tracer: tracer)
    spans.send([(.created, 1), (.created, 2)])
    spans.endAll()
    spans.endAll()
    spans.send(.fulfilled, 1)
    #expect(finished.map(\.outcome) == ["pending", "pending"])

    spans.send([(.chained(1), 3), (.fulfilled, 3)])
    #expect(finished.map(\.links.count) == [0, 0, 1])
  }

  @Test func `chains of several threads are kept apart, and every one ends`() {
    let spans = PromiseSpans(tracer: tracer)
    concurrently(500) { index in
      let number = UInt64(index) * 3
      spans.send([
        (.created, number), (.chained(number), number + 1), (.chained(number + 1), number + 2),
      ])
      for stage in number...number + 2 { spans.send(.fulfilled, stage) }
    }

    #expect(tracer.activeSpans.isEmpty)
    #expect(finished.count == 500)
    #expect(finished.allSatisfy { $0.stages == 3 })
  }

  @Test func `one chain of several threads has one span`() {
    let spans = PromiseSpans(tracer: tracer)
    spans.send(.created, 0)
    concurrently(500) { index in
      spans.send(.chained(0), UInt64(index + 1))
      spans.send(.fulfilled, UInt64(index + 1))
    }
    spans.send(.fulfilled, 0)

    #expect(finished.map(\.stages) == [501])
  }

  @Test func `a negative number to remember is refused`() async {
    await #expect(processExitsWith: .failure) {
      _ = PromiseSpans(tracer: NoOpTracer(), remembered: -1)
    }
  }
}
