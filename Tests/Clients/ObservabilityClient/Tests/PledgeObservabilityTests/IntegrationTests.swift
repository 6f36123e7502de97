import InMemoryLogging
import InMemoryTracing
import Logging
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
  @Test func `an unhandled rejection is one line, with its place and the last operator`()
    async
  {
    await #expect(processExitsWith: .success) {
      let handler = InMemoryLogHandler()
      UnhandledRejections.handle { _ in }
      Diagnostics.install(PromiseLog(Logger(label: "test") { _ in handler }))

      _ = Promise<Int>(error: Broken()).map { $0 + 1 }
      _ = Promise(value: 1).map { $0 + 1 }
      Promise<Int>(error: Broken()).catch { _ in }

      let metadata = handler.entries.map(\.metadata)
      #expect(metadata.count == 1)
      #expect(metadata.first?["pledge.operator"] == "map")
      #expect(metadata.first?["error.message"] == "\(Broken())")
      let site = metadata.first?["pledge.site"]?.description ?? ""
      #expect(site.hasPrefix("PledgeObservabilityTests/IntegrationTests.swift:"))
    }
  }

  @Test func `concurrent chains leave nothing pending, and all are measured`() async {
    await #expect(processExitsWith: .success) {
      let earlier = Promise<Int>()
      let backend = TestMetrics()
      Diagnostics.install(PromiseMetrics(factory: backend))

      concurrently(200) { index in
        let source = Promise<Int>()
        let last = source.map { $0 + 1 }.flatMap { Promise(value: $0) }
        if index % 2 == 0 { source.resolve(index) } else { last.discard() }
      }
      earlier.resolve(1)

      let pending = backend.pending
      #expect(pending.last == 0)
      #expect(pending.allSatisfy { $0 >= 0 })
      #expect(backend.counterTotal(label: "pledge_promises_created") >= 600)
      #expect(
        backend.counterTotal(label: "pledge_promises_settled")
          >= backend.timers.map { Int64($0.values.count) }.reduce(1, +)
      )
      #expect(!backend.timers.isEmpty && backend.timers.count <= 6)
    }
  }

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

  @Test func `a stage of a promise from before the installation has a span, and ends it`() async {
    await #expect(processExitsWith: .success) {
      let tracer = InMemoryTracer()
      let source = Promise<Int>()
      let first = source.map { $0 }
      let installation = Diagnostics.install(PromiseSpans(tracer: tracer))
      let last = first.map { $0 + 1 }
      source.resolve(1)
      installation.remove()
      let unseen = last.map { $0 }

      #expect(unseen.isFulfilled)
      #expect(tracer.activeSpans.isEmpty)
      #expect(tracer.finishedSpans.map(\.stages) == [1])
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
