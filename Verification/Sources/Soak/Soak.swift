import ArgumentParser
import Foundation

@main
struct Soak: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Scripts/Proofs/soak",
    abstract: "Does everything that promises do, on all cores, and checks it all along."
  )

  @Option(help: "For how many seconds.")
  var time: Double = 60

  @Option(help: "The seed of all that is chosen; a random one if there is none.")
  var seed: UInt64 = .random(in: 1...999_999)

  @Option(help: "Only operations of this kind; may be repeated.")
  var kind: [Kind] = []

  @Flag(help: "Whether memory is looked at; a sanitizer keeps what was freed.")
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

  /// Goes on while memory has grown, each time for as long as it has gone so far, twice at most.
  ///
  /// A leak grows with the run; what more threads keep for themselves does not.
  ///
  /// - Returns: How many seconds it took in all.
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
