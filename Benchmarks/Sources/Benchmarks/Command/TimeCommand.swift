import ArgumentParser
import Foundation

struct TimeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "time",
    abstract: "Time the peers in turn, and print every sample as JSON: nanoseconds per operation."
  )

  @Option(help: "How many samples of each peer.")
  var rounds = 15

  @Option(
    name: .customLong("workload"),
    help: "Only this workload; may be given repeatedly.",
    transform: workload(named:)
  )
  var selected: [Workload] = []

  func validate() throws {
    guard rounds > 0 else { throw ValidationError("--rounds must be at least 1") }
    for workload in selected where workload.kind != .operation {
      throw ValidationError("\(workload.id) is not measured per operation")
    }
  }

  func run() throws {
    try BenchmarksCommand.print(NIOPeer.onLoop { Result(catching: samples) }.get())
  }

  private func samples() throws -> [String: [String: [Double]]] {
    var samples: [String: [String: [Double]]] = [:]
    for workload in selected.isEmpty ? Catalogue.operations : selected {
      FileHandle.standardError.write(Data("\(workload.title)\n".utf8))
      samples[workload.id] = try Timing(of: workload).samples(rounds: rounds)
    }
    return samples
  }
}
