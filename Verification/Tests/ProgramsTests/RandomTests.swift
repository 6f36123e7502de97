import Foundation
import Programs
import Testing

/// Runs long random programs with up to twelve promises and all operators.
///
/// `PLEDGE_SEED=n` repeats one program; `PLEDGE_PROGRAMS=n` sets the number of programs.
@Suite(.timeLimit(.minutes(60))) struct RandomTests {
  private static func setting(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
  }

  @Test func `the library matches the model for random programs`() {
    let all = 0..<(RandomTests.setting("PLEDGE_PROGRAMS") ?? 20_000)
    let seeds = RandomTests.setting("PLEDGE_SEED").map { $0..<$0 + 1 } ?? all
    var steps = 0
    for seed in seeds {
      let program = Program(seed: seed)
      steps += program.steps.count
      if let disagreement = Trial.disagreement(on: program) {
        let text = "PLEDGE_SEED=\(seed) repeats this:\n\(Trial.shrunk(disagreement))"
        Issue.record(Comment(rawValue: text))
        return
      }
    }

    #expect(steps >= 10 * seeds.count)
    print("random: \(seeds.count) programs, \(steps) steps, seeds \(seeds)")
  }

  @Test func `a seed is always the same program`() {
    #expect(Program(seed: 7) == Program(seed: 7))
    #expect(Program(seed: 7) != Program(seed: 8))
  }
}
