import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

/// The record is process-wide, so each test runs in its own process.
struct PendingReportTests {
  @Test func `its JSON is that of its promises`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.recordPending()
      let source = Promise<Int>(file: "App/\"A\".swift", line: 1).labeled("user\n7\\")
      let stage = source.map { $0 }

      let lines = Diagnostics.pending().json.split(separator: "\n").map(String.init)
      #expect(
        lines[0].hasPrefix(
          #"[{"id":1,"operator":"Promise","place":"App/\"A\".swift:1","label":"user\u000a7\\","seconds":"#
        )
      )
      #expect(lines[0].hasSuffix(#","obstacle":"waiting for its producer"},"#))
      #expect(lines[1].hasSuffix(#","waitsFor":[1]}]"#))
      source.resolve(1)
      #expect(stage.got == 1)
      #expect(Diagnostics.pending().json == "[]")
    }
  }

  @Test func `a queue and a clock are obstacles`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.recordPending()
      let (queue, clock) = (PromiseQueue(limit: 1), ManualClock())
      let work = Promise<Int>()
      let running = queue.add { work }
      let waiting = queue.add { Promise(value: 1) }
      let late = after(.seconds(1), clock: clock)

      let obstacles = Set(Diagnostics.pending().promises.compactMap(\.obstacle))
      #expect(
        obstacles == [
          "waiting for its producer", "waiting for a slot in its queue", "waiting for its clock",
        ]
      )
      for promise in [running, waiting] { promise.discard() }
      late.discard()
    }
  }
}
