import Pledge
import PledgeTesting
import Testing

/// Promises that stay pending, with consumers that have detached.
struct ConsumerTests {
  @Test func `a consumer that has timed out does not wait anymore`() throws {
    let report = try explore { world in
      let reply = Promise<Int>()
      reply.timeout(after: .seconds(1), clock: world.clock).ignoringErrors()
      world.run()
      withExtendedLifetime(reply) {}
    }
    #expect(report.isComplete)
  }

  @Test func `a combination that has ended does not wait for the rest`() throws {
    let report = try explore { world in
      let slow = Promise<Int>()
      let fast = world.pending(Int.self, .value(1))
      race([slow, fast]).ignoringErrors()
      any([slow, fast]).ignoringErrors()
      all([slow, world.pending(Int.self, .error(Refused()))]).ignoringErrors()
      world.run()
      withExtendedLifetime(slow) {}
    }
    #expect(report.isComplete)
  }

  @Test(arguments: [1, 3])
  func `a consumer waits even if the promises between were merged`(depth: Int) {
    let error = #expect(throws: ExplorationError.self) {
      try explore { world in
        let source = Promise<Int>(file: "App/A.swift", line: 3)
        @Sendable func nested(_ depth: Int) -> Promise<Int> {
          depth == 0 ? source.map { $0 } : Promise(value: 1).flatMap { _ in nested(depth - 1) }
        }
        nested(depth).observe { _ in }
        world.run()
        withExtendedLifetime(source) {}
      }
    }
    let problem = "Promise from App/A.swift:3 stayed pending, and has consumers"
    #expect(error?.problems.first == problem)
  }

  private struct Refused: Error {}
}
