import Pledge
import PledgeTrace
import Testing

@testable import userloader

@Suite struct ExplanationTests {
  private struct Rain: Error, CustomStringConvertible {
    var description: String { "it rains" }
  }

  /// Returns the events of users with two attempts each; user `n` takes `n` milliseconds.
  private func trace(_ users: ClosedRange<Int>) -> Trace {
    Trace(of: users.flatMap(events))
  }

  private func events(_ user: Int) -> [PromiseEvent] {
    let chain = promise(user)
    let attempts = [PromiseID(chain.number + 1), PromiseID(chain.number + 2)]
    var events = [PromiseEvent(.created, of: chain, operator: "retry", time: 0)]
    for attempt in attempts {
      events.append(PromiseEvent(.created, of: attempt, operator: "timeout", time: 0))
      events.append(PromiseEvent(.waits(for: attempt), of: chain, time: 0))
      events.append(PromiseEvent(.settled(.rejected(Rain())), of: attempt, time: 1))
    }
    let end = UInt64(user) * 1_000_000
    return events + [PromiseEvent(.settled(.fulfilled), of: chain, time: end)]
  }

  private func promise(_ user: Int) -> PromiseID { PromiseID(UInt64(user) * 10) }

  private func recorded(_ users: ClosedRange<Int>, failure: String? = nil) -> [RecordedUser] {
    users.map { RecordedUser(id: $0, promise: promise($0), failure: failure) }
  }

  @Test func `it has at most forty lines and states the number of omitted users`() {
    let users = recorded(1...50, failure: "it rains") + recorded(51...100)
    var pending: [PromiseEvent] = []
    for id in 1...50 { pending.append(PromiseEvent(.created, of: PromiseID(UInt64(id)), time: 0)) }
    let lines = Explanation(trace: trace(1...100), users: users, interruption: Trace(of: pending))
      .lines

    #expect(lines.count <= 40)
    #expect(lines.dropFirst(17).first == "  … and 46 more users")
    #expect(lines.last?.hasSuffix(" more lines") == true)
  }

  @Test func `the attempts of a user are below the chain that made them`() throws {
    let users = recorded(7...7, failure: "it rains")
    let lines = Explanation(trace: trace(7...7), users: users, interruption: nil).lines

    try #require(lines.count == 5)
    #expect(lines[0] == "Failed:")
    #expect(lines[1] == "  user 7: it rains, after 7 ms")
    #expect(lines[2].hasPrefix("    retry #70 fulfilled after 7.0 ms"))
    #expect(lines[3].hasPrefix("      timeout #71 rejected after 1 ns: it rains"))
    #expect(lines[4].hasPrefix("      timeout #72 rejected after 1 ns: it rains"))
  }

  @Test func `only the three slowest users are listed, the slowest first`() {
    let lines = Explanation(trace: trace(1...9), users: recorded(1...9), interruption: nil).lines

    let headings = lines.filter { $0.hasPrefix("  user ") }
    #expect(headings.map { $0.prefix(8) } == ["  user 9", "  user 8", "  user 7"])
  }

  @Test func `a chain that was not kept for lack of space is reported`() {
    let users = recorded(3...3, failure: "it rains")
    let lines = Explanation(trace: trace(1...1), users: users, interruption: nil).lines

    #expect(lines.last?.contains("its promises were not kept, for lack of space") == true)
  }
}
