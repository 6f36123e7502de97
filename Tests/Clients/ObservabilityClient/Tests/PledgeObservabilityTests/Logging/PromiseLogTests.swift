import InMemoryLogging
import Logging
import Pledge
import PledgeObservability
import TestSupport
import Testing

@Suite(.hangLimit)
struct PromiseLogTests {
  let handler = InMemoryLogHandler()

  /// A logger that passes messages of every level to `handler`.
  var logger: Logger {
    var logger = Logger(label: "test") { _ in handler }
    logger.logLevel = .trace
    return logger
  }

  @Test func `an unhandled rejection is an error with all known details`() throws {
    let log = PromiseLog(logger)
    log.send(.chained(6), 7, "map", context: "db")
    // Only the first event of a promise contains its operator.
    log.send(.rejected, 7, "")
    log.send(.unhandled(Described(description: "no disk")), 7, "")

    let entry = try #require(handler.entries.first)
    #expect(handler.entries.count == 1)
    #expect(entry.level == .error)
    #expect(entry.message == "unhandled rejection")
    #expect(
      entry.metadata == [
        "pledge.event": "unhandled", "pledge.promise": "#7", "pledge.operator": "map",
        "pledge.site": "Sync/Upload.swift:42", "pledge.context": "db",
        "pledge.outcome": "rejected", "error.message": "no disk",
        "error.type": "PledgeObservabilityTests.Described",
      ]
    )
  }

  @Test func `normal events are logged only at a requested level`() {
    for log in [PromiseLog(logger), PromiseLog(logger, others: .trace)] {
      #expect(handler.entries.isEmpty)
      log.send([
        (.created, 1), (.labeled("user 7"), 1), (.chained(1), 2), (.waits(1), 3), (.merged, 2),
        (.rejected, 1),
      ])
    }

    let entries = handler.entries
    #expect(entries.allSatisfy { $0.level == .trace })
    #expect(entries.prefix(2).map(\.message) == ["promise created", "promise labeled"])
    let metadata = entries.map(\.metadata)
    #expect(
      metadata.map { $0["pledge.event"] }
        == ["created", "labeled", "chained", "waits", "merged", "settled"]
    )
    #expect(metadata.map { $0["pledge.other"] } == [nil, nil, "#1", "#1", nil, nil])
    #expect(metadata.prefix(2).map { $0["pledge.label"] } == [nil, "user 7"])
    #expect(metadata.last?["pledge.outcome"] == "rejected")
    #expect(metadata.last?["error.message"] == "\(Broken())")
  }

  @Test func `an overdrawn retry budget is an outcome of its own, with its name`() {
    let log = PromiseLog(logger, others: .trace)
    let error = RetryError(errors: [Broken()], budget: "search")
    log.send([(.settled(.rejected(error)), 1), (.unhandled(error), 1), (.unhandled(Broken()), 2)])

    let entries = handler.entries.map(\.metadata)
    #expect(entries.map { $0["pledge.outcome"] } == ["overdrawn", "overdrawn", "rejected"])
    #expect(entries.map { $0["pledge.budget"] } == ["search", "search", nil])
  }

  @Test func `the levels of rejections and of second settlements can be chosen`() {
    PromiseLog(logger).send(.settledAgain, 1)
    PromiseLog(logger, settledAgain: .notice).send(.settledAgain, 1)
    PromiseLog(logger, settledAgain: nil).send(.settledAgain, 1)
    PromiseLog(logger, unhandled: .warning).send(.unhandled(Broken()), 1)
    PromiseLog(logger, unhandled: nil).send(.unhandled(Broken()), 1)

    #expect(handler.entries.map(\.level) == [.debug, .notice, .warning])
  }

  @Test(arguments: [PromiseEvent.Outcome.fulfilled, .discarded, .broken])
  func `a second settlement names the operator of the promise, however it ended`(
    outcome: PromiseEvent.Outcome
  ) {
    let log = PromiseLog(logger)
    log.send(.created, 7, "Promise")
    log.send(.settled(outcome), 7, "")
    log.send(.settledAgain, 7, "")
    log.send(.settledAgain, 8, "")

    #expect(handler.entries.map { $0.metadata["pledge.operator"] } == ["Promise", "unknown"])
  }

  @Test func `the label of a promise is that of its source, until it has its own`() {
    let log = PromiseLog(logger)
    log.send([
      (.created, 1), (.labeled("user 7\n"), 1), (.chained(1), 2), (.chained(2), 3),
      (.labeled("the page"), 3), (.rejected, 2), (.labeled("after its end"), 2),
    ])
    for promise in UInt64(1)...3 { log.send(.unhandled(Broken()), promise) }
    log.send([(.labeled("from before the installation"), 4), (.chained(4), 5)])
    for promise in UInt64(4)...5 { log.send(.unhandled(Broken()), promise) }

    #expect(
      handler.entries.map { $0.metadata["pledge.label"] }
        == [
          #"user 7\n"#, "after its end", "the page", "from before the installation",
          "from before the installation",
        ]
    )
  }

  @Test func `below the level of the logger nothing is described`() {
    struct Loud: Error, CustomStringConvertible {
      var description: String {
        Issue.record("described in vain")
        return ""
      }
    }
    var quiet = logger
    quiet.logLevel = .critical

    PromiseLog(quiet).send(.unhandled(Loud()), 1)

    #expect(handler.entries.isEmpty)
  }

  @Test func `names and errors with newlines stay on one line`() throws {
    PromiseLog(logger).send(
      .unhandled(Described(description: awkward)),
      1,
      awkward,
      context: awkward,
      fileID: "Sync/Up\nload.swift"
    )

    let metadata = try #require(handler.entries.first?.metadata)
    #expect(metadata["error.message"] == .string(awkwardOnOneLine))
    #expect(metadata["pledge.operator"] == .string(awkwardOnOneLine))
    #expect(metadata["pledge.context"] == .string(awkwardOnOneLine))
    #expect(metadata["pledge.site"] == #"Sync/Up\nload.swift:42"#)
  }

  @Test func `very long names and errors are cut`() throws {
    let long = String(repeating: "👩‍👩‍👧", count: 600)
    PromiseLog(logger).send(.unhandled(Described(description: long)), 1, long)

    let metadata = try #require(handler.entries.first?.metadata)
    #expect(metadata["error.message"]?.description.unicodeScalars.count == 1_000 + 15)
    #expect(metadata["error.message"]?.description.hasSuffix("… (10800 bytes)") == true)
    #expect(metadata["pledge.operator"]?.description.unicodeScalars.count == 200 + 15)
  }
}
