import Metrics
import MetricsTestKit
import Pledge
import PledgeObservability
import TestSupport
import Testing

@Suite(.hangLimit)
struct PromiseMetricsTests {
  let backend = TestMetrics()

  private func pending() throws -> [Double] {
    try backend.expectMeter("pledge_promises_pending").values
  }

  private func total(_ name: String) throws -> Int64 {
    try backend.expectCounter("pledge_promises_" + name).totalValue
  }

  private func settled(_ outcome: String) throws -> Int64 {
    try backend.expectCounter("pledge_promises_settled", [("outcome", outcome)]).totalValue
  }

  private func durations(
    _ operator: String = "map",
    _ site: String = "Sync/Upload.swift:42"
  ) throws -> [Int64] {
    let dimensions = [("operator", `operator`), ("site", site)]
    return try backend.expectTimer("pledge_promise_duration", dimensions).values
  }

  @Test func `a promise is pending from its creation to its outcome, and measured`() throws {
    let metrics = PromiseMetrics(factory: backend)
    metrics.send(.created, 1, "Promise", at: 1_000)
    metrics.send(.chained(1), 2, at: 1_200)
    metrics.send(.fulfilled, 1, "", at: 5_000)
    metrics.send(.fulfilled, 2, "", at: 6_000)

    #expect(try pending() == [1, 2, 1, 0])
    #expect(try total("created") == 2)
    #expect(try durations("Promise") == [4_000])
    #expect(try durations("map") == [4_800])
  }

  @Test func `outcomes are counted by their kind, and so is misuse`() throws {
    let metrics = PromiseMetrics(factory: backend)
    metrics.send([(.fulfilled, 1), (.rejected, 2), (.rejected, 3), (.discarded, 4), (.broken, 5)])
    metrics.send(.settled(.rejected(RetryError(errors: [Broken()], budget: "search"))), 6)
    metrics.send([(.unhandled(Broken()), 3), (.settledAgain, 1)])

    let outcomes = ["fulfilled", "rejected", "overdrawn", "discarded", "broken"]
    #expect(try outcomes.map(settled) == [1, 2, 1, 1, 1])
    #expect(try total("unhandled") == 1)
    #expect(try total("settled_again") == 1)
  }

  @Test func `a promise from before the installation is counted, but neither pending nor measured`()
    throws
  {
    let metrics = PromiseMetrics(factory: backend)
    metrics.send([(.fulfilled, 1), (.merged, 2)])

    #expect(try settled("fulfilled") == 1)
    #expect(try pending() == [])
    #expect(backend.timers.isEmpty)
  }

  @Test
  func `a merged promise is no longer pending, and not measured; duplicate events count once`()
    throws
  {
    let metrics = PromiseMetrics(factory: backend)
    metrics.send([(.created, 1), (.merged, 1), (.fulfilled, 1)])
    #expect(try pending() == [1, 0] && backend.timers.isEmpty)
    metrics.send([(.created, 2), (.created, 2), (.fulfilled, 2), (.fulfilled, 2)])

    #expect(try pending() == [1, 0, 1, 0])
  }

  @Test func `a clock that jumps back or far ahead breaks nothing`() throws {
    let metrics = PromiseMetrics(factory: backend)
    metrics.send(.created, 1, at: 10)
    metrics.send(.fulfilled, 1, at: 5)
    metrics.send(.created, 2, at: 0)
    metrics.send(.fulfilled, 2, at: .max)

    #expect(try durations() == [0, .max])
  }

  @Test func `sites beyond the limit share one`() throws {
    let metrics = PromiseMetrics(factory: backend, sites: 2)
    for number in 0..<5_000 as Range<UInt64> {
      metrics.send(.created, number)
      metrics.send(.fulfilled, number, line: UInt(number % 2_500))
    }

    #expect(backend.timers.count == 3)
    #expect(try durations("map", "Sync/Upload.swift:0").count == 2)
    #expect(try durations("map", "Sync/Upload.swift:1").count == 2)
    #expect(try durations("map", "other").count == 4_996)
  }

  @Test func `without sites of their own, operators are still distinguished`() throws {
    let metrics = PromiseMetrics(factory: backend, sites: 0)
    metrics.send(.created, 1, "map")
    metrics.send(.fulfilled, 1, "")
    metrics.send(.created, 2, "all")
    metrics.send(.fulfilled, 2, "")

    #expect(try durations("map", "other").count == 1)
    #expect(try durations("all", "other").count == 1)
  }

  @Test func `operators beyond the 64th share one`() throws {
    let metrics = PromiseMetrics(factory: backend)
    for number in 0..<1_000 as Range<UInt64> {
      metrics.send(.created, number, "operator \(number)")
      metrics.send(.fulfilled, number, "")
    }

    #expect(backend.timers.count == 65)
    #expect(try durations("other").count == 936)
  }

  @Test func `names stay on one line, and short`() throws {
    let metrics = PromiseMetrics(factory: backend)
    for (number, name) in [awkward, String(repeating: "x", count: 10_240), ""].enumerated() {
      metrics.send(.created, UInt64(number), name)
      metrics.send(.fulfilled, UInt64(number), "")
    }

    #expect(try durations(awkwardOnOneLine).count == 1)
    #expect(try durations(String(repeating: "x", count: 200) + "… (10240 bytes)").count == 1)
    #expect(try durations("unknown").count == 1)
  }

  @Test func `the numbers of all threads arrive, and each timer is created once`() throws {
    let factory = CountingFactory(backend)
    let metrics = PromiseMetrics(factory: factory)
    concurrently(1_000) { index in
      let number = UInt64(index)
      metrics.send(.created, number)
      metrics.send(.fulfilled, number, line: UInt(index % 4))
    }

    #expect(try pending().last == 0)
    #expect(try pending().allSatisfy { $0 >= 0 })
    #expect(backend.timers.map(\.values.count) == [250, 250, 250, 250])
    #expect(factory.timersMade == 4)
  }

  @Test func `a settlement during the creation of a timer waits for it`() throws {
    let factory = CountingFactory(backend)
    let metrics = PromiseMetrics(factory: factory)
    metrics.send(.created, 1)
    metrics.send(.created, 2, at: 10)
    factory.interruption.put { metrics.send(.fulfilled, 2, at: 50) }
    metrics.send(.fulfilled, 1, at: 30)

    #expect(try durations() == [30, 40])
    #expect(factory.timersMade == 1)
  }

  @Test func `a negative number of sites is refused`() async {
    await #expect(processExitsWith: .failure) {
      _ = PromiseMetrics(factory: TestMetrics(), sites: -1)
    }
  }
}
