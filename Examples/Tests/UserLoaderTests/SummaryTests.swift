import Pledge
import PledgeFoundation
import Testing

@testable import userloader

@Suite struct SummaryTests {
  private struct Rain: Error, CustomStringConvertible {
    var description: String { "it rains" }
  }

  private struct Snow: Error, CustomStringConvertible {
    var description: String { "it snows" }
  }

  private func summary(_ tally: Tally, wasInterrupted: Bool = false) -> Summary {
    Summary(
      tally: tally,
      total: 12,
      wasInterrupted: wasInterrupted,
      time: .milliseconds(1250),
      database: "users.sqlite",
      saved: 12
    )
  }

  private var allLoaded: Tally {
    var tally = Tally()
    for id in 1...12 { tally.settled(.loaded(User(id: id, name: "", email: ""))) }
    return tally
  }

  @Test func `if all users are loaded, it has five lines and the exit code is 0`() {
    let summary = summary(allLoaded)

    #expect(summary.exitCode == 0)
    #expect(
      summary.description == """
        loaded      12
        retried     0
        failed      0
        time        1.2 s
        database    12 users saved in users.sqlite
        """
    )
  }

  @Test func `failures are grouped by reason, the most frequent first`() {
    var tally = Tally()
    tally.settled(.failed(id: 1, Snow()))
    for id in (2...12).reversed() { tally.settled(.failed(id: id, Rain())) }
    let lines = summary(tally).description.split(separator: "\n")

    #expect(summary(tally).exitCode == 1)
    #expect(lines[3] == "            11 × it rains: 2, 3, 4, 5, 6, 7, 8, 9, …")
    #expect(lines[4] == "            1 × it snows: 1")
  }

  @Test func `an interruption comes first and has its own exit code`() {
    let summary = summary(Tally(), wasInterrupted: true)

    #expect(summary.exitCode == 130)
    #expect(summary.description.hasPrefix("Interrupted: "))
    #expect(summary.description.contains("not loaded  12\n"))
  }

  @Test func `retries are the attempts beyond the first of each user`() {
    var tally = Tally()
    for id in [1, 2, 1, 1, 3] { tally.attempted(id) }

    #expect(tally.retries == 2)
  }
}
