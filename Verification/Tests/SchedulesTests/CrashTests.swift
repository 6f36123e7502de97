import CScheduler
import Explorer
import Testing

/// Checks that a crashing process prints its schedule.
@Suite struct CrashTests {
  @Test func `a crash is reported with its schedule`() async throws {
    let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent])
    {
      Exploration.prepare()
      // A thread that writes a word, and a thread that fails if it was interrupted.
      let scenario = Scenario("crash", .invariant { _ in true }) { trial in
        let word = Word()
        trial.thread(
          Operation("write twice") {
            word.store(1)
            if word.load() != 1 { fatalError() }
          }
        )
        trial.thread(Operation("write") { word.store(2) })
      }
      var exploration = Exploration(of: scenario)
      _ = exploration.explore(preemptions: 1)
    }
    let report = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(report.contains("FAILED crash: Illegal instruction") || report.contains(": Trace"))
    #expect(report.contains("schedule: 'crash 0*2 1*"))
  }

  #if os(Linux)
  @Test func `a step on a freed word is reported`() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(1),
      observing: [\.standardErrorContent]
    ) {
      let scenario = Scenario("freed", .invariant { _ in true }) { trial in
        let word = FreeableWord()
        trial.thread(Operation("free") { if Trial.isRunning { word.free() } })
        trial.thread(Operation("step") { word.step() })
      }
      var exploration = Exploration(of: scenario)
      _ = exploration.explore(preemptions: 1)
    }
    let report = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(report.contains("FAILED freed: use after free"))
  }
  #endif
}

/// A word that is freed explicitly.
@safe private struct FreeableWord: @unchecked Sendable {
  private let address = UnsafeMutablePointer<UInt>.allocate(capacity: 1)

  func free() { unsafe address.deallocate() }
  func step() { unsafe pledge_yield_point(address, Int32(SCHEDULER_WRITES.rawValue)) }
}
