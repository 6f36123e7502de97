import InMemoryTracing
import MetricsTestKit
import Pledge
import PledgeObservability
import PledgeTesting
import TestSupport
import Testing
import Tracing

/// Tests of observers with real promises.
///
/// Observers receive events of all promises, so each test runs in its own process.
@Suite(.hangLimit)
struct IntegrationTests {
  @Test func `a chain is one span below its caller, over several contexts`() async {
    await #expect(processExitsWith: .success) {
      ServiceContext.keepInHandlers()
      let tracer = InMemoryTracer()
      Diagnostics.install(PromiseSpans(tracer: tracer))
      let outer = tracer.startSpan("outer")
      let context = ManualContext()
      ServiceContext.withValue(outer.context) {
        let source = Promise<Int>()
        let chain = source.map(on: context) { $0 + 1 }
        chain.map { _ in tracer.startSpan("inner").end() }.catch { _ in }
        chain.map { _ in throw Broken() }.catch { _ in }
        source.resolve(1)
      }
      context.runAll()
      outer.end()

      let spans = tracer.finishedSpans
      #expect(spans.first { $0.operationName == "inner" }?.parentSpanID == outer.spanID)
      let chains = spans.filter { !["inner", "outer"].contains($0.operationName) }
      #expect(chains.map(\.parentSpanID) == [outer.spanID])
      #expect(chains.first?.operators == ["Promise", "map", "catch"])
      #expect(chains.first?.stages == 6)
      // The promise that `catch` returns is rejected, too: the work failed, even though it was
      // handled.
      #expect(chains.first?.status?.code == .error)
      #expect(chains.first?.errors.count == 1)
      #expect(tracer.activeSpans.isEmpty)
    }
  }

  @Test func `a combination has links to the chains it waits for`() async {
    await #expect(processExitsWith: .success) {
      let tracer = InMemoryTracer()
      Diagnostics.install(PromiseSpans(tracer: tracer))
      let (one, two) = (Promise<Int>(), Promise<Int>())
      let both = all([one.map { $0 }, two.map { $0 }])
      one.resolve(1)
      two.resolve(2)

      #expect(both.isFulfilled)
      #expect(tracer.activeSpans.isEmpty)
      let spans = tracer.finishedSpans
      #expect(spans.count == 3)
      #expect(spans.last?.operationName.hasPrefix("all ") == true)
      #expect(
        Set(spans.last?.links.map(\.context.inMemorySpanContext) ?? [])
          == Set(spans.dropLast().map(\.spanContext))
      )
    }
  }

  @Test func `a long loop ends every span, and leaves nothing pending`() async {
    await #expect(processExitsWith: .success) {
      let (tracer, backend) = (InMemoryTracer(), TestMetrics())
      Diagnostics.install(PromiseSpans(tracer: tracer))
      Diagnostics.install(PromiseMetrics(factory: backend))
      @Sendable func count(_ number: Int) -> Promise<Int> {
        Promise(value: number).flatMap { $0 == 0 ? Promise(value: 0) : count($0 - 1) }
      }
      let last = count(1_000)

      #expect(last.isFulfilled)
      #expect(tracer.activeSpans.isEmpty)
      #expect(backend.pending.last == 0)
      #expect(backend.pending.allSatisfy { $0 >= 0 })
      #expect(tracer.finishedSpans.count > 1_000)
    }
  }
}

extension TestMetrics {
  fileprivate var pending: [Double] {
    (try? expectMeter("pledge_promises_pending").values) ?? []
  }
}
