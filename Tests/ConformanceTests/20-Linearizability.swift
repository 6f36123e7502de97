import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// A number, and an event that calls wait for.
private final class Box: Sendable {
  let number = Locked(0)
  let event = AsyncStream<Never>.makeStream()
}

@Suite("20 `expectLinearizable`", .enabled(if: RuntimeHooks.support.hasSleeps), .hangLimit)
struct LinearizabilityClauses {
  private typealias Operation = ModeledOperation<Box, Int>

  private let read = Operation("read", { $0.number.value }, model: { $0 })

  /// Adds one, in one step or in two.
  private func add(isAtomic: Bool) -> Operation {
    Operation("add") { box in
      if isAtomic { return box.number.withLock { $0 += 1 } }
      let number = box.number.value
      await Task {}.value
      box.number.withLock { $0 = number + 1 }
    } model: {
      $0 += 1
    }
  }

  /// The failure of a check; empty if it passes.
  private func failure(
    of operations: Operation...,
    advance: (@Sendable (inout Int, Duration) -> Void)? = nil,
    replaying replay: String? = nil,
    check: (LinearizabilityReport) -> Void = { _ in }
  ) -> String {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return "" }
    let failure = Locked("")
    CallSite.$recorder.withValue(.init { text, _ in failure.value = text }) {
      let report = expectLinearizable(
        { _ in Box() },
        model: 0,
        operations: operations,
        advance: advance,
        within: .orderings(1_000),
        replaying: replay
      )
      check(report)
    }
    return failure.value
  }

  @Test func `20.1.1 Each history must be linearizable`() {
    #expect(failure(of: read, add(isAtomic: true)) == "")
    #expect(failure(of: read, add(isAtomic: false)).contains("no sequential order"))
  }

  @Test(
    "20.1.2 A call that is pending when nothing is left to happen must wait in the last state of the model"
  )
  func clause20_1_2() {
    func wait(for number: Int) -> Operation {
      Operation("wait") { box in
        for await _ in box.event.stream {}
      } model: { _ in
      } when: {
        $0 >= number
      }
    }
    let open = Operation("open", { $0.event.continuation.finish() }, model: { $0 = 1 })
    #expect(failure(of: wait(for: 1), open) == "")
    #expect(failure(of: wait(for: 0), open).contains("is pending"))
  }

  @Test(
    "20.1.3 A canceled call that throws `CancellationError` has had no effect, unless the model permits one"
  )
  func clause20_1_3() {
    func add(isLate: Bool) -> Operation {
      Operation("add", isCancelable: true) { box in
        if !isLate { try Task.checkCancellation() }
        box.number.withLock { $0 += 1 }
        await Task {}.value
        if isLate { try Task.checkCancellation() }
      } model: {
        $0 += 1
      }
    }
    #expect(failure(of: read, add(isLate: false)) == "")
    #expect(failure(of: read, add(isLate: true)).contains("throws CancellationError()"))
    let deaf = Operation("wait", isCancelable: true) { box in
      await Task { for await _ in box.event.stream {} }.value
    } model: { _ in
    } when: { _ in
      false
    }
    #expect(failure(of: deaf).contains("is canceled"))
  }

  @Test func `20.1.4 The model advances with the clock of the world`() {
    let sleep = Operation("sleep") { box in
      try await Task.sleep(for: .seconds(1))
      box.number.withLock { $0 = max($0, 1) }
      try await Task.sleep(for: .seconds(1))
    } model: { _ in
    }
    let late = Operation("late", { $0.number.value > 0 }, model: { $0 >= 1 })
    let advance: @Sendable (inout Int, Duration) -> Void = { $0 += Int($1 / .seconds(1)) }
    #expect(failure(of: sleep, late, advance: advance) == "")
    #expect(failure(of: sleep, late).contains("→ true"))
  }

  @Test func `20.1.5 A thrown error is a result`() {
    let refuse = Operation(
      "refuse",
      { _ in throw Broken() },
      model: { _ in throw CancellationError() }
    )
    #expect(failure(of: refuse).contains("throws"))
    let either = Operation("either", arguments: [()]) { box, _ in
      box.number.value
    } permits: { _, _, result in
      (try? result.get()).map { $0 <= 1 } ?? false
    }
    #expect(failure(of: either, add(isAtomic: true)).contains("→ 2"))
  }

  @Test func `20.1.6 A history that has too many orders to be judged fails the test`() {
    let tick = Operation("tick") { _ in
      for _ in 1...70 { try await Task.sleep(for: .seconds(1)) }
    } model: { _ in
    }
    #expect(failure(of: tick, advance: { _, _ in }).contains("too many orders to judge"))
  }

  @Test func `20.1.7 A call that has ended comes in a state in which the model lets it end`() {
    let early = Operation("wait", { _ in }, model: { _ in }, when: { $0 > 0 })
    #expect(failure(of: early, add(isAtomic: true)).contains("no sequential order"))
    let states = Log<Int>()
    let wait = Operation("wait") { box in
      for await _ in box.event.stream {}
    } model: {
      states.add($0)
    } when: {
      $0 > 0
    }
    let open = Operation("open", { $0.event.continuation.finish() }, model: { $0 = 1 })
    #expect(failure(of: wait, open) == "")
    #expect(states.entries.allSatisfy { $0 > 0 } && !states.entries.isEmpty)
  }

  @Test func `20.2.1 Each two operations are called at the same time before any two are again`() {
    var scenarios = Scenarios(of: [[0, 1], [2], [3]], seed: 7)
    let kinds = [0, 0, 1, 2]
    let first = (1...6).compactMap { _ in scenarios.next() }
    #expect(Set(first.map { $0.joined().map { kinds[$0] }.sorted() }).count == 6)
    #expect(first.allSatisfy { $0.map(\.count) == [1, 1] })
    var seen = Set(first)
    while seen.count < 2_000, let next = scenarios.next() {
      #expect(2...3 ~= next.count && next.allSatisfy { 1...4 ~= $0.count })
      #expect(seen.insert(next).inserted)
    }
  }

  @Test("20.2.2 A failure shows a scenario from which no call was left out without its passing")
  func clause20_2_2() throws {
    let found = failure(of: read, add(isAtomic: false))
    let replay = try #require(found.firstMatch(of: /replaying: "(.*)"/)?.1)
    let again = failure(of: read, add(isAtomic: false), replaying: String(replay))
    #expect(again.split(separator: "\n").dropFirst() == found.split(separator: "\n").dropFirst())
    for text in ["0/7:first", "x/0:first"] {
      #expect(failure(of: read, replaying: text).contains("does not fit"))
    }
  }

  @Test func `20.2.3 The report lists the operations that calls of other tasks have interrupted`() {
    let pause = Operation("pause", { _ in await Task {}.value }, model: { _ in })
    let nothing = Operation("nothing", { _ in }, model: { _ in })
    func check(_ report: LinearizabilityReport) {
      #expect(report.points.contains("pause") && !report.points.contains("nothing"))
      #expect(report.description.contains("\(report.tried) orderings"))
    }
    #expect(failure(of: nothing, pause, check: check) == "")
  }
}
