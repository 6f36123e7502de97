import Foundation
import Testing

@testable import Benchmarks

@Suite("Command")
struct CommandTests {
  private struct Entry: Decodable {
    let workload: String
    let title: String
    let kind: String
    let peers: [String]
    let older: [String]
  }

  @Test func `list prints every workload`() throws {
    let program = try Program("benchmarks", ["list"])
    let entries = try JSONDecoder().decode([Entry].self, from: Data(program.output.utf8))

    #expect(entries.map(\.workload) == Catalogue.workloads.map(\.id))
    #expect(entries.first?.peers.first == "pledge")
    #expect(entries.first?.kind == "operation")
    #expect(entries.first?.older.first == "promisekit")
  }

  @Test(arguments: ["pledge", "sundell"])
  func `run prints its measurements`(peer: String) throws {
    let program = try Program("benchmarks", ["run", "settled-maps", peer, "--count", "4"])
    let object = try JSONSerialization.jsonObject(with: Data(program.output.utf8))
    let report = try #require(object as? [String: Any])

    #expect(report["workload"] as? String == "settled-maps")
    #expect(report["peer"] as? String == peer)
    #expect(report["count"] as? Int == 4)
    #expect(report["result"] as? Int == 18)
    #expect(try #require(report["nanoseconds"] as? Int) > 0)
    #expect(try #require(report["startMemory"] as? Int) > 1 << 20)
    #expect(try #require(report["peakMemory"] as? Int) > 1 << 20)
  }

  @Test func `time prints samples of every peer`() throws {
    let program = try Program("benchmarks", ["time", "--rounds", "2", "--workload", "new-resolve"])
    let samples = try JSONDecoder().decode(
      [String: [String: [Double]]].self,
      from: Data(program.output.utf8)
    )

    #expect(samples.keys.sorted() == ["new-resolve"])
    #expect(samples["new-resolve"]?["pledge"]?.count == 2)
  }

  @Test(arguments: [
    ["run", "nonsense", "pledge", "--count", "1"],
    ["run", "settled-maps", "nobody", "--count", "1"],
    ["run", "settled-maps", "dispatch", "--count", "1"],
    ["run", "settled-maps", "pledge", "--count", "0"],
    ["run", "settled-maps", "pledge"],
    ["run", "settled-maps", "pledge", "--count", "1", "--stack", "1"],
    ["time", "--rounds", "0"],
    ["time", "--workload", "deep-settle"],
  ])
  func `invalid arguments are rejected`(arguments: [String]) throws {
    let program = try Program("benchmarks", arguments)

    #expect(program.exitCode == 64)
    #expect(program.output.isEmpty)
  }
}
