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
