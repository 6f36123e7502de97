import Dispatch
import Foundation
import Pledge
import PledgeSupport
import PledgeTestSupport
import Testing

/// Observers are process-wide, so each clause runs in its own process.
@Suite("18 Diagnostics", .hangLimit)
struct ObservedPromises {
  @Test(
    "18.1.1 An observer is notified of each promise: first of its creation, once of its settlement"
  )
  func clause18_1_1() async {
    await #expect(processExitsWith: .success) {
      let observer = RecordingObserver()
      let installation = Diagnostics.install(observer)
      DispatchQueue.concurrentPerform(iterations: 200) { number in
        let promise = Promise<Int>()
        let stage = promise.map { $0 }
        if number.isMultiple(of: 2) { promise.resolve(1) } else { stage.discard() }
        stage.ignoringErrors()
      }
      _ = Promise<Int>()
      installation.remove()

      for (_, events) in Dictionary(grouping: observer.events, by: \.promise) {
        let ends = events.filter { if case .settled = $0.kind { true } else { false } }
        #expect(ends.count == 1)
        switch events[0].kind {
        case .created, .chained: break
        default: Issue.record("\(events[0])")
        }
      }
    }
  }

  @Test("18.1.2 An observer is notified of a dependency before the dependency settles the promise")
  func clause18_1_2() async {
    await #expect(processExitsWith: .success) {
      let observer = RecordingObserver()
      let installation = Diagnostics.install(observer)
      let inner = Promise<Int>()
      let stage = Promise(value: 1).flatMap { _ in inner }
      let both = all(inner, stage)
      inner.resolve(1)
      installation.remove()

      let (innerID, stageID) = (PromiseID(1), PromiseID(3))
      let waits = observer.events.compactMap { event -> [PromiseID]? in
        guard case .waits(let other) = event.kind else { return nil }
        return [event.promise, other]
      }
      #expect(waits == [[stageID, innerID], [PromiseID(4), innerID], [PromiseID(4), stageID]])
      #expect(both.isFulfilled)
    }
  }

  @Test func `18.1.3 An observer is notified when a producer settles a promise again`() async {
    await #expect(processExitsWith: .success) {
      let observer = RecordingObserver()
      let installation = Diagnostics.install(observer)
      let discarded = Promise<Int>()
      discarded.discard()
      discarded.resolve(1)
      let (twice, resolver) = Promise<Int>.pending()
      for _ in 0..<2 { resolver.resolve(1) }
      resolver.reject(Broken())
      twice.resolve(2)
      twice.reject(Broken())
      installation.remove()

      let again = observer.events.filter { if case .settledAgain = $0.kind { true } else { false } }
      #expect(again.map(\.promise) == Array(repeating: PromiseID(2), count: 4))
    }
  }

  @Test func `18.1.4 Events that an observer causes are not reported to any observer`() async {
    await #expect(processExitsWith: .success) {
      let observer = RecordingObserver { Promise(value: 1).map { $0 }.ignoringErrors() }
      let installation = Diagnostics.install(observer)
      Promise<Int>().resolve(1)
      installation.remove()

      #expect(observer.events.count == 2)
    }
  }

  @Test func `18.2.1 explain() names everything that a pending promise waits for`() {
    let source = Promise<Int>(file: "App/Source.swift", line: 1)
    let stage = Promise(value: 1, file: "App/Stage.swift", line: 2).flatMap { _ in source }

    #expect(
      stage.explain() == """
        flatMap from App/Stage.swift:2: pending, waits for
          Promise from App/Source.swift:1: pending, waiting for its producer
        """
    )
  }

  @Test func `18.2.2 Requesting an explanation does not handle a rejection`() async {
    await #expect(processExitsWith: .success) {
      await expectReports(1) { _ = rejected().explain() }
    }
  }
}

extension ObservedPromises {
  @Test func `18.2.3 The explanation of an operation that waits for a slot in its queue says so`() {
    let queue = PromiseQueue()
    let work = Promise<Int>()
    let running = queue.add { work }
    let waiting = queue.add(file: "A", line: 1) { Promise(value: 1) }

    let text = "pending, waiting for a slot in the queue (1 of 1 running)"
    #expect(waiting.explain() == "PromiseQueue from A:1: \(text)")
    work.resolve(0)
    #expect(running.got == 0)
    #expect(waiting.got == 1)
  }

  @Test func `18.2.4 No description names a promise that Pledge has made for an operator`() {
    let source = Promise<Int>(file: "App/Source.swift", line: 1)
    let values = [1].mapConcurrently(limit: 1, file: "App/Map.swift", line: 2) { _ in source }

    #expect(
      values.explain() == """
        mapConcurrently from App/Map.swift:2: pending, waits for
          Promise from App/Source.swift:1: pending, waiting for its producer
        """
    )
    source.reject(Hostile())
    #expect(values.trail?.stages == "mapConcurrently(Promise from App/Source.swift:1)")
    values.ignoringErrors()
  }

  @Test("18.3.1 Reports, explanations, and descriptions of source locations are safe to print")
  func clause18_3_1() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      _ = Promise<Int>(error: Hostile(), file: "App/\u{1B}[31m.swift", line: 1)
      let reports = Log<String>()
      UnhandledRejections.handle { reports.add("\($0)") }
      _ = Promise<Int>(error: Hostile(), file: "App/\u{202E}.swift", line: 2)

      let text = #"unhandled rejection: a\0b\u{1B}[31m\u{202E}c\r\n\u{2028}d"#
      #expect(reports.entries == [#"App/\u{202E}.swift:2 Promise: "# + text])
    }

    let printed = String(decoding: result.standardErrorContent, as: UTF8.self)
    let text = #"unhandled rejection: a\0b\u{1B}[31m\u{202E}c\r\n\u{2028}d"#
    #expect(
      printed.split(separator: "\n").contains {
        $0 == #"pledge: App/\u{1B}[31m.swift:1 Promise: "# + text
      }
    )

    let promise = Promise<Int>(error: Hostile(), file: "App/\u{2066}.swift", line: 3)
    let explanation = promise.explain()
    promise.ignoringErrors()
    let start = #"Promise from App/\u{2066}.swift:3: rejected: "#
    #expect(explanation == start + #"a\0b\u{1B}[31m\u{202E}c\r\n\u{2028}d (Promise)"#)

    let pending = PendingCreations()
    let waiting = pending.recording { Promise<Int>(file: "App/\u{9B}.swift", line: 4) }
    #expect(pending.entries == [#"App/\u{009B}.swift:4"#])
    #expect(waiting.isPending)
    #expect("\(promise)".hasSuffix(#"(rejected: a\0b\u{1B}[31m\u{202E}c\r\n\u{2028}d)"#))
  }

  @Test func `18.3.2 A report and an explanation show at most 1,000 scalars of an error`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.keepLabels()
      let error = ArgumentError(String(repeating: "a", count: 1_001))
      let shortened = String(repeating: "a", count: 1_000) + "… (1001 bytes)"
      let reports = Log<String>()
      UnhandledRejections.handle { reports.add("\($0)") }
      let promise = Promise<Int>(error: error, file: "F", line: 1)
        .labeled(String(repeating: "b", count: 201))
      let label = String(repeating: "b", count: 200) + "… (201 bytes)"
      #expect(promise.explain() == "Promise [\(label)] from F:1: rejected: \(shortened) (Promise)")
      promise.ignoringErrors()
      _ = Promise<Int>(error: error, file: "F", line: 2)
      #expect(reports.entries == ["F:2 Promise: unhandled rejection: \(shortened)"])

      let source = Promise<Int>()
      var end = source
      for _ in 1..<100 { end = end.map { $0 } }
      let whole = end.explain().split(separator: "\n")
      #expect(whole.count == 100)
      #expect(whole.last?.hasSuffix(": pending, waiting for its producer") == true)
      end = end.map { $0 }
      let lines = end.explain().split(separator: "\n")
      #expect(lines.count == 100)
      #expect(lines.last == "… and more")
      source.discard()
      end.ignoringErrors()
    }
  }

  #if !os(Windows)
  @Test func `18.3.3 What is printed arrives completely, even if standard error is full`() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      unsafe pipe(&ends)
      let (input, output) = (FileHandle(fileDescriptor: ends[0]), ends[1])
      _ = fcntl(output, F_SETFL, O_NONBLOCK)
      dup2(output, STDERR_FILENO)
      let received = Promise<Int>()
      Thread.detachNewThread {
        // Begins when the rest does not fit.
        var room = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        while unsafe poll(&room, 1, 0) != 0 {}
        var count = 0
        while count <= 300_000 { count += input.availableData.count }
        received.resolve(count)
      }
      System.printLine(String(repeating: "x", count: 300_000), patience: -1)
      let count = try await received.value
      #expect(count == 300_001)
    }
  }
  #endif
}

/// An error whose description contains terminal control characters.
private struct Hostile: Error, CustomStringConvertible {
  var description: String { "a\u{0}b\u{1B}[31m\u{202E}c\r\n\u{2028}d" }
}

/// Records events and runs a closure for each one.
private final class RecordingObserver: PromiseObserver {
  private let stored = Locked<[PromiseEvent]>([])
  private let body: @Sendable () -> Void

  var events: [PromiseEvent] { stored.withLock { $0 } }

  init(_ body: @escaping @Sendable () -> Void = {}) {
    self.body = body
  }

  func observe(_ event: PromiseEvent) {
    stored.withLock { $0.append(event) }
    body()
  }
}
