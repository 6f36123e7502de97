import Pledge
import PledgeSupport
import PledgeTestSupport
import Testing

@testable import PledgeCore

struct PromiseLabelsTests {
  @Test func `an internal promise does not have the label of an earlier one`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.keepLabels()
      // Most of these promises have the same address.
      for _ in 0..<100 {
        Promise<Int>().labeled("user 7").resolve(1)
        let signal = Promise<Int>(pendingAt: .unknown)
        #expect(signal.explain() == "Promise: pending, waiting for its producer")
        signal.resolve(1)
      }
    }
  }

  @Test func `callers are looked up for observers, but not to keep labels`() async {
    await #expect(processExitsWith: .success) {
      var areReported: Bool { InstrumentationFlags.current.includeAny(of: .callers) }
      let labels = Diagnostics.keepLabels()
      #expect(!areReported)
      let installation = Diagnostics.install(SilentObserver())
      #expect(areReported)
      labels.remove()
      #expect(areReported)
      Diagnostics.keepLabels()
      installation.remove()
      #expect(!areReported)
    }
  }

  @Test func `the numbers and labels of a burst are removed`() async {
    await #expect(processExitsWith: .success) {
      let installation = Diagnostics.keepLabels()
      let promises = (0..<10_000).map { Promise<Int>().labeled("\($0)") }
      #expect(promises.enumerated().allSatisfy { $1.label == "\($0)" })
      withExtendedLifetime(consume promises) {}
      Instrumentation.observation.withLock { observation in
        #expect(observation.identities.count == Identities.few / 2)
        #expect(observation.identities.labels.count == Identities.few / 2)
      }
      #expect(!InstrumentationFlags.current.includeAny(of: .manyNumbers))
      installation.remove()
    }
  }

  @Test func `the labels of a burst are removed without an observer, too`() async {
    await #expect(processExitsWith: .success) {
      let promises = (0..<10_000).map { Promise<Int>().labeled("\($0)") }
      #expect(promises.enumerated().allSatisfy { $1.label == "\($0)" })
      withExtendedLifetime(consume promises) {}
      #expect(GivenLabels.all.withLock { $0.count } <= Identities.few / 2)
      #expect(!InstrumentationFlags.current.includeAny(of: .manyLabels))
    }
  }

  @Test func `labels of promises that no longer exist are removed`() {
    var labels = GivenLabels()
    var largest = 0
    for address in 1...10_000 as ClosedRange<UInt> {
      if let examined = labels.add("user", at: address, of: { nil }) { labels.remove(examined) }
      largest = max(largest, labels.count)
    }
    #expect(largest <= 64)
  }

  @Test func `the labels of promises that exist stay, and are examined rarely`() {
    let promise = Promise<Int>()
    var labels = GivenLabels()
    var examinations = 0
    for address in 1...10_000 as ClosedRange<UInt> {
      guard let examined = labels.add("user", at: address, of: { promise }) else { continue }
      labels.remove(examined.filter { $0.value.promise() == nil })
      examinations += 1
    }
    #expect(labels.count == 10_000)
    #expect(examinations == 8)
  }

  @Test func `a label that replaces an examined one stays`() throws {
    let promise = Promise<Int>()
    var labels = GivenLabels()
    var examined: [UInt: GivenLabels.Given]?
    for address in 1...64 as ClosedRange<UInt> {
      examined = labels.add("old", at: address, of: { nil })
    }
    #expect(labels.add("new", at: 1, of: { promise }) == nil)
    labels.remove(try #require(examined))
    #expect(labels.count == 1)
    #expect(labels[1]?.label == "new")
  }
}

struct InstrumentationFlagsTests {
  @Test func `each has a bit of its own`() {
    let flags: [InstrumentationFlags] = [
      .taskLocals, .creations, .events, .callers, .attemptTasks, .jobs, .disposals, .manyNumbers,
      .manyLabels, .workers,
    ]

    #expect(flags.allSatisfy { $0.rawValue.nonzeroBitCount == 1 })
    #expect(Set(flags.map(\.rawValue)).count == flags.count)
  }
}
