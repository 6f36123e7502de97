import ArgumentParser
import Foundation

@main
struct BenchmarksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmarks",
    abstract: "Pledge and what a user would pick instead, on the same work.",
    subcommands: [ListCommand.self, RunCommand.self, TimeCommand.self]
  )

  /// Prints `value` as one line of JSON.
  static func print(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    Swift.print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print every workload and its peers as JSON."
  )

  private struct Entry: Encodable {
    let workload: String
    let title: String
    let unit: String
    let kind: Workload.Kind
    let peers: [Peer]
    let older: [Peer]
  }

  func run() throws {
    try BenchmarksCommand.print(
      Catalogue.workloads.map { workload -> Entry in
        Entry(
          workload: workload.id,
          title: workload.title,
          unit: workload.unit,
          kind: workload.kind,
          peers: workload.competitors.map(\.peer),
          older: workload.older.map(\.peer)
        )
      }
    )
  }
}
