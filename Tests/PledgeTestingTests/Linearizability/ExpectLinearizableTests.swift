import Foundation
import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// Same as `expectLinearizable` where tasks can have an executor.
@discardableResult
func judge<Object: Sendable, Model: Equatable & Sendable>(
  _ makeObject: @escaping @Sendable (Exploration.World) async throws -> Object,
  model: Model,
  advance: (@Sendable (inout Model, Duration) -> Void)? = nil,
  within count: Int = 500,
  _ operations: [ModeledOperation<Object, Model>]
) -> LinearizabilityReport? {
  guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
  return expectLinearizable(
    makeObject,
    model: model,
    operations: operations,
    advance: advance,
    within: .orderings(count)
  )
}

/// A check of a type with a seeded bug, or of its repaired version.
struct SeededCheck: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let run: @Sendable (_ count: Int) -> LinearizabilityReport?

  init<Object: Sendable, Model: Equatable & Sendable>(
    _ name: String,
    _ makeObject: @escaping @Sendable (Exploration.World) async throws -> Object,
    model: Model,
    advance: (@Sendable (inout Model, Duration) -> Void)? = nil,
    _ operations: ModeledOperation<Object, Model>...
  ) {
    testDescription = name
    run = { judge(makeObject, model: model, advance: advance, within: $0, operations) }
  }

  static let all = [
    SeededCheck(
      "lost permit",
      { _ in LossyPermits() },
      model: 0,
      .init("acquire", isCancelable: true) {
        try await $0.acquire()
      } model: {
        $0 -= 1
      } when: {
        $0 > 0
      },
      .init("release", { await $0.release() }, model: { $0 += 1 })
    ),
    SeededCheck(
      "stale cache entry",
      { _ in StaleCache() },
      model: 0,
      .init("read", { await $0.read() }, model: { $0 }),
      .init("write", arguments: [1, 2], { await $0.write($1) }, model: { $0 = $1 })
    ),
    SeededCheck(
      "over-admission",
      { EdgeLimiter($0) },
      model: Window(),
      advance: { $0.now += $1 },
      .init("admit", { await $0.admit() }, model: { $0.admit() }),
      .init("sleep", { _ in try await Task.sleep(for: .seconds(1)) }, model: { _ in })
    ),
    SeededCheck(
      "lost element",
      { _ in LossyBuffer() },
      model: [Int](),
      .init("add", arguments: [1, 2], { await $0.add($1) }, model: { $0.append($1) }),
      .init("drain", { await $0.drain() }, model: { replace(&$0, with: []) })
    ),
    SeededCheck(
      "double completion",
      { _ in DoubleOnce() },
      model: true,
      .init("complete", { await $0.complete() }, model: { replace(&$0, with: false) })
    ),
    SeededCheck(
      "ABA of a version",
      { _ in VersionedText() },
      model: "a",
      .init("read", { await $0.read() }, model: { $0 }),
      .init("append", { await $0.append() }, model: { $0 += "b" }),
      .init("clear", { await $0.clear() }, model: { $0 = "" })
    ),
  ]

  /// Sets a model; returns what it was.
  private static func replace<Value>(_ value: inout Value, with new: Value) -> Value {
    defer { value = new }
    return value
  }
}

@Suite(.enabled(if: RuntimeHooks.support.hasSleeps), .hangLimit)
struct ExpectLinearizableTests {
  @Test(arguments: SeededCheck.all)
  func `a seeded bug is found in a scenario of four calls at most`(check: SeededCheck) async {
    let failures = await failures { #expect(check.run(10_000) != nil) }
    let title = failures.first?.message.split(separator: "\n").first ?? "not found"
    #expect(title.contains(/fails in a scenario of [2-4] calls/), "\(title)")
  }

  @Test(arguments: SeededCheck.all)
  func `a repaired version passes, and its points are named`(check: SeededCheck) {
    let report = Seeded.$isRepaired.withValue(true) { check.run(200) }
    #expect(report?.tried ?? 0 > 150)
    #expect(report?.points.contains { $0.contains(".") } == true)
  }

  @Test func `the environment replays an ordering before the search`() async {
    await #expect(processExitsWith: .success) {
      let check = try #require(SeededCheck.all.first)
      let folder = try TemporaryFolder()
      let path = folder.url.appendingPathComponent("replays.txt").path
      unsafe setenv("PLEDGE_REPLAY_LOG", path, 1)
      let first = await failures { #expect(check.run(10_000)?.tried != 0) }
      let line = try String(contentsOfFile: path, encoding: .utf8)
      #expect(first.first?.message.contains("PLEDGE_REPLAY=\"\(line.dropLast())\"") == true)
      unsafe setenv("PLEDGE_REPLAY", path, 1)
      let again = await failures { #expect(check.run(10_000)?.tried == 0) }
      #expect(again.count == 1)
      let report = Seeded.$isRepaired.withValue(true) { check.run(200) }
      #expect(report?.tried ?? 0 > 150)
    }
  }

  @Test func `a report states how many pairs of operations the budget left out`() {
    let pause = ModeledOperation<Int, Int>("pause", { _ in await Task {}.value }, model: { _ in })
    let report = judge({ _ in 0 }, model: 0, within: 100, Array(repeating: pause, count: 20))
    #expect(report?.untriedPairs ?? 0 > 100)
    #expect(report?.description.contains("pairs of operations were not tried") == true)
  }

  @Test(
    arguments: [
      ([], "there is nothing to call"),
      (
        [.init("f", arguments: [Int](), { _, _ in }, model: { _, _ in })],
        "there is nothing to call"
      ),
      (
        [.init("f", { _ in (1, 2) }, model: { _ in (1, 2) })],
        "f: results of type (Int, Int) cannot be compared: use permits:"
      ),
    ] as [([ModeledOperation<Int, Int>], String)]
  )
  func `what cannot be checked fails`(
    operations: [ModeledOperation<Int, Int>],
    problem: String
  ) async {
    let failures = await failures { judge({ _ in 0 }, model: 0, operations) }
    #expect(failures.map(\.message) == [problem])
  }
}
