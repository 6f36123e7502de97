import PledgeBrightFutures
import TestSupport
import Testing

struct DebugTests {
  @Test func `a name is in the message`() {
    let logger = Recorder()
    let future = Future<Int, Never>(value: 1)
      .debug("load", logger: logger, context: immediateExecutionContext)
    #expect(future.value == 1)
    #expect(logger.log.entries == ["Future load completed"])
  }

  @Test func `without a name, the message has the place`() {
    let logger = Recorder()
    _ = Future<Int, Never>(value: 1).debug(
      logger: logger,
      file: "/sources/Page.swift",
      line: 12,
      function: "load()",
      context: immediateExecutionContext
    )
    #expect(logger.log.entries == ["Page.swift at line 12, func: load() - future completed"])
  }

  @Test func `the default place is that of the call`() {
    let logger = Recorder()
    _ = Async(result: 1).debug(logger: logger, context: immediateExecutionContext)
    let line = #line - 1
    #expect(logger.log.entries.count == 1)
    #expect(logger.log.entries[0].hasPrefix("DebugTests.swift at line \(line), func: "))
    #expect(logger.log.entries[0].hasSuffix(" - future completed"))
  }

  @Test func `the message is logged before the returned future completes`() {
    let gate = Gate()
    let logger = Recorder()
    let future = Future<Int, Never>(value: 1).debug("x", logger: logger, context: gate.context)
    #expect(!future.isCompleted)
    gate.run()
    #expect(future.isCompleted)
  }

  @Test func `a logger may customize messages, and the standard one prints`() {
    let logger = Wordy()
    _ = Async(result: 7).debug("x", logger: logger, context: immediateExecutionContext)
    #expect(logger.log.entries == ["7 of x"])
    Logger().log(message: "PledgeBrightFutures prints this")
  }
}

private struct Recorder: LoggerType {
  let log = Log<String>()

  func log(message: String) {
    log.add(message)
  }
}

private struct Wordy: LoggerType {
  let log = Log<String>()

  func log(message: String) {
    log.add(message)
  }

  func message<Value>(
    for value: Value,
    with identifier: String?,
    file: String,
    line: UInt,
    function: String
  ) -> String {
    "\(value) of \(identifier ?? "")"
  }
}
