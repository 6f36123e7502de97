import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

/// Code that starts something anew whenever the end of an ordering discards it.
@Suite(.hangLimit)
struct EndlessTests {
  @Test(arguments: [1, 2])
  func `connections that are opened again fail nothing`(count: Int) throws {
    let report = try explore { world in
      @Sendable func connect() {
        for _ in 1...count {
          world.pending(Int.self, .never).observe { if case .failure = $0 { connect() } }
        }
      }
      connect()
      world.run()
    }
    #expect(report.description == "all 1 orderings")
  }

  @Test func `on a context, neither`() throws {
    let report = try explore { world in
      @Sendable func connect() {
        world.pending(Int.self, .never).observe(on: world.context("main")) {
          if case .failure = $0 { connect() }
        }
      }
      connect()
      world.run()
    }
    #expect(report.isComplete)
  }

  @Test func `a stage that waits for the last of them fails nothing`() throws {
    let report = try explore { world in
      @Sendable func connect() -> Promise<Int> {
        world.pending(Int.self, .never).flatMapError { _ in connect() }
      }
      connect().map { $0 + 1 }.ignoringErrors()
      world.run()
    }
    #expect(report.isComplete)
  }

  @Test func `a timer that starts the next one fails after many steps`() throws {
    let error = try #require(throws: ExplorationError.self) {
      try explore { world in
        @Sendable func tick() {
          after(.seconds(1), clock: world.clock).observe { _ in tick() }
        }
        tick()
        world.run()
      }
    }
    #expect(error.problems == ["the ordering has not ended after 10000 steps"])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test
  func `connections of a task fail nothing`() throws {
    let report = try explore { world in
      @Sendable func connect() {
        world.pending(Int.self, .never).observe { if case .failure = $0 { connect() } }
      }
      connect()
      await world.runUntilIdle()
    }
    #expect(report.isComplete)
  }
}
