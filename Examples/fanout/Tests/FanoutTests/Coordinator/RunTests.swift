import Foundation
import Testing

@testable import fanout

/// Tests whole runs, with real worker processes on loopback.
@Suite(.serialized, .timeLimit(.minutes(60))) struct RunTests {
  @Test(arguments: [Int.random(in: 0...1_000_000), Int.random(in: 0...1_000_000)])
  func `no item is lost if a random worker is killed`(seed: Int) async throws {
    var run = Run(fleet: .launched(4, of: executable, kills: 1), items: 500, seed: seed, limit: 16)
    run.policy.deadline = .seconds(240)
    run.policy.patience = .seconds(240)

    let report = try await run.report()

    #expect(report.exitCode == 0, "seed \(seed): \(report)")
    #expect(report.outcomes.map(\.item) == Array(0..<500))
    #expect(report.audit.answered == 500)
    #expect(report.killed.count == 1)
  }

  @Test func `no item is lost if all workers but one are killed`() async throws {
    var run = Run(fleet: .launched(3, of: executable, kills: 2), items: 200)
    run.policy.deadline = .seconds(240)
    run.policy.patience = .seconds(240)

    let report = try await run.report()

    #expect(report.exitCode == 0, "\(report)")
    #expect(report.killed.count == 2)
  }

  @Test func `a run without a worker fails with the reason`() async throws {
    let endpoint = Endpoint(host: "127.0.0.1", port: 1)
    var run = Run(fleet: .connected([endpoint], .plaintext))
    run.policy.patience = .seconds(1)

    let error = await #expect(throws: StartError.self) { try await run.report() }

    #expect(error?.description.contains("Connection refused") == true, "\(error!)")
    #expect(error?.description.contains("--connect") == true)
  }

  @Test(arguments: ["/no/such/worker", "/usr/bin/true"])
  func `a program that is not a worker is reported`(program: String) async throws {
    let error = await #expect(throws: StartError.self) {
      try await Run(fleet: .launched(4, of: program, kills: 0)).report()
    }

    #expect(error?.description.contains("'\(program)'") == true)
  }

  @Test func `files that are no certificates are reported`() async throws {
    let file = "/etc/hostname"
    let security = Security.mutualTLS(certificate: file, key: file, trust: file)
    let run = Run(fleet: .connected([Endpoint(host: "127.0.0.1", port: 1)], security))

    await #expect(throws: (any Error).self) { try await run.report() }
  }
}
