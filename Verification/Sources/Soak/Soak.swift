import ArgumentParser
import Foundation

@main
struct Soak: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Scripts/Proofs/soak",
    abstract: "Uses all features of promises on all cores and checks the results."
  )

  @Option(help: "The number of seconds to run for.")
  var time: Double = 60

  @Option(help: "The seed of all random choices. Random if omitted.")
  var seed: UInt64 = .random(in: 1...999_999)

  @Option(help: "Run only operations of this kind. Can be repeated.")
  var kind: [Kind] = []

  @Flag(help: "Do not check memory, for sanitizers, which keep freed memory.")
  var ignoresMemory = false

  func validate() throws {
    guard time > 0 else { throw ValidationError("--time has to be more than 0 seconds") }
  }

  func run() throws {
    say("soak: \(time.formatted()) s, --seed \(seed)")
    var run = Run(seed: seed, kinds: kind.isEmpty ? Kind.allCases : kind)
    run.go(for: time)
    let total = ignoresMemory ? time : prolong(&run)
    let ledger = run.ledger
    Report(ledger: ledger).show()
    if !ignoresMemory { Report.showMemory(run.samples, run.resident) }
    let isFlat = ignoresMemory || !run.grows
    say(
      "soak: \(ledger.begun.grouped) operations in \(total.formatted()) s, seed \(seed):"
        + (isFlat ? " nothing wrong" : " memory grows")
    )
    if !isFlat { throw ExitCode.failure }
  }

  /// Continues while the memory has grown, at most twice, each time for as long as the run so far.
  ///
  /// A leak grows with the run; the caches of additional threads do not.
  ///
  /// - Returns: The total time in seconds.
  private func prolong(_ run: inout Run) -> Double {
    var total = time
    while run.grows, total < 4 * time {
      say("memory has grown; going on for another \(total.formatted()) s")
      run.go(for: total)
      total *= 2
    }
    return total
  }
}
