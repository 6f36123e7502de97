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
          kind: workload.kind,
          peers: workload.competitors.map(\.peer),
          older: workload.older.map(\.peer)
        )
      }
    )
  }
}

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run one workload once, and print its costs as JSON."
  )

  @Argument(help: "A workload, as in `list`.", transform: workload(named:))
  var workload: Workload

  @Argument(help: "The peer.")
  var peer: Peer

  @Option(help: "How many operations.")
  var count: Int

  @Option(help: "Run on a thread with a stack of that many KiB; 512 for workloads of depth.")
  var stack: Int?

  func validate() throws {
    guard count > 0 else { throw ValidationError("--count must be at least 1") }
    guard stack.map({ $0 >= 64 }) ?? true else {
      throw ValidationError("--stack must be at least 64 KiB")
    }
    guard workload.competitor(peer) != nil else {
      throw ValidationError("\(peer) does not do \(workload.id)")
    }
  }

  func run() throws {
    guard let competitor = workload.competitor(peer) else { return }
    let measurement = onStack { NIOPeer.onLoop { Measurement(of: competitor, count: count) } }
    try BenchmarksCommand.print(report(of: measurement))
    let expected = workload.checksum(count)
    guard measurement.checksum == expected else {
      throw WrongResult(expected: expected, got: measurement.checksum)
    }
  }

  /// Figures that were not counted are missing.
  private struct Report: Encodable {
    let workload: String
    let peer: Peer
    let count: Int
    let nanoseconds: Int64
    let allocations, liveAllocations, liveBytes, peakBytes: Int64?
    let startMemory, peakMemory, result: Int
  }

  private func report(of measurement: Measurement) -> Report {
    Report(
      workload: workload.id,
      peer: peer,
      count: count,
      nanoseconds: measurement.duration.nanoseconds,
      allocations: measurement.allocations?.made,
      liveAllocations: measurement.allocations?.live,
      liveBytes: measurement.allocations?.liveBytes,
      peakBytes: measurement.allocations?.peakBytes,
      startMemory: measurement.startMemory,
      peakMemory: measurement.peakMemory,
      result: measurement.checksum
    )
  }

  private func onStack(_ work: @escaping () -> Measurement) -> Measurement {
    guard let size = stack ?? (workload.kind == .depth ? 512 : nil) else { return work() }
    return onThread(stackSize: size * 1_024, work)
  }
}

/// The error for a competitor with a wrong checksum.
struct WrongResult: Error, CustomStringConvertible {
  let expected: Int
  let got: Int

  var description: String { "the checksum is \(got), not \(expected)" }
}

/// Returns the workload with a name.
func workload(named id: String) throws -> Workload {
  guard let workload = Catalogue.workload(id) else {
    throw ValidationError("there is no workload \(id); see `benchmarks list`")
  }
  return workload
}

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
