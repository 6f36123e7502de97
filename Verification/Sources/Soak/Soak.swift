import ArgumentParser
import Foundation

@main
struct Soak: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Scripts/soak",
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
    let (samples, resident) = run.go(for: time)
    let ledger = run.ledger
    Report(ledger: ledger).show()
    let isFlat = ignoresMemory || Report.showMemory(samples, resident)
    say(
      "soak: \(ledger.begun.grouped) operations in \(time.formatted()) s, seed \(seed):"
        + (isFlat ? " nothing wrong" : " memory grows")
    )
    if !isFlat { throw ExitCode.failure }
  }
}
