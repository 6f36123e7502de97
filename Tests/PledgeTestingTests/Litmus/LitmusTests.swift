import Foundation
import PledgeTestSupport
import Testing

@testable import PledgeTesting

extension Litmus {
  /// The number of runs of each program by night; if `nil`, ten programs run a few times.
  static let runs = ProcessInfo.processInfo.environment["LITMUS_RUNS"].flatMap { Int($0) }
}

/// Compares explorations with the real runtime.
@Suite(
  .enabled(if: RuntimeHooks.support.hasSleeps && RuntimeHooks.support.hasPoints),
  .serialized,
  .hangLimit
)
struct LitmusTests {
  @Test(arguments: Litmus.kinds.flatMap { $0.prefix(Litmus.runs == nil ? 1 : .max) })
  func `an exploration shows every outcome of the real runtime`(litmus: Litmus) async throws {
    let outcomes = Locked<Set<String>>([])
    let report = try exploreTasks(within: .orderings(100_000)) { _ in
      let outcome = await litmus.outcome()
      outcomes.withLock { _ = $0.insert(outcome) }
    }
    #expect(report.isComplete || litmus.isLarge, "\(report)")
    #expect(outcomes.value == litmus.common.union(litmus.rare.keys))

    var real: Set<String> = []
    for _ in 0..<(Litmus.runs ?? 100) { real.insert(await litmus.outcome()) }
    #expect(real.isSubset(of: outcomes.value))
    if Litmus.runs == nil { return }
    #expect(litmus.common.isSubset(of: real), "what explorations alone show must be justified")
  }

  @Test(arguments: Litmus.kinds.joined())
  func `a reduced exploration ends, and shows the same outcomes`(litmus: Litmus) throws {
    let outcomes = Locked<Set<String>>([])
    let report = try exploreTasks(within: .orderings(20_000), sharing: .actorsAndLocks) { _ in
      let outcome = await litmus.outcome()
      outcomes.withLock { _ = $0.insert(outcome) }
    }
    #expect(report.isComplete, "\(report)")
    #expect(outcomes.value == litmus.common.union(litmus.rare.keys))
  }

  /// Programs in which a group cancels a task that looks twice.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  private static let groups: [@Sendable (Log<Bool>) async -> Void] = [
    { looks in
      let lock = NSLock()
      await withDiscardingTaskGroup { group in
        group.addTask { for _ in 0..<2 { looks.add(Task.isCancelled) } }
        lock.withLock {}
        group.cancelAll()
        lock.withLock {}
      }
    },
    { looks in
      try? await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          async let end: Void = { for _ in 0..<2 { looks.add(Task.isCancelled) } }()
          await end
        }
        group.addTask { throw Broken() }
        try await group.next()
        try await group.next()
      }
    },
  ]

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test(arguments: groups.indices)
  func `a reduced exploration leaves out no cancellation by a group`(index: Int) throws {
    func outcomes(_ sharing: Exploration.Sharing) throws -> Set<[Bool]> {
      let found = Log<[Bool]>()
      let report = try exploreTasks(sharing: sharing) { _ in
        let looks = Log<Bool>()
        await Self.groups[index](looks)
        found.add(looks.entries)
      }
      #expect(report.isComplete, "\(report)")
      return Set(found.entries)
    }
    #expect(try outcomes(.actorsAndLocks) == outcomes(.everything))
  }

  @Test(arguments: 1...5)
  func `tasks that call one actor once take as many orderings as their calls`(count: Int) throws {
    let report = try exploreTasks(sharing: .actorsAndLocks) { _ in
      let door = Door()
      let visits = (0..<count).map { _ in Task { await door.visit() } }
      for visit in visits { await visit.value }
    }
    #expect(report.isComplete)
    #expect(report.estimatedOrderings == Double((1...count).reduce(1, *)))
  }

  /// Every other ordering has the new actor where another one has ended.
  @Test func `an actor at the address of another one is not taken for it`() throws {
    let orders = Log<[Int]>()
    let report = try exploreTasks(sharing: .actorsAndLocks) { _ in
      await Door().visit(0)
      let other = orders.count % 2 > 0 ? Door() : nil
      let door = Door()
      let visits = (1...3).map { number in Task { await door.visit(number) } }
      for visit in visits { await visit.value }
      orders.add(await door.visits)
      withExtendedLifetime(other) {}
    }
    #expect(report.isComplete)
    #expect(Set(orders.entries).count == 6)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a reduced exploration tries all orders of tasks on its executor`() throws {
    let orders = Log<[Int]>()
    try exploreTasks(sharing: .actorsAndLocks) { world in
      let (lock, order) = (NSLock(), Log<Int>())
      let first = Task(executorPreference: world.executor) { lock.withLock { order.add(1) } }
      let second = Task { lock.withLock { order.add(2) } }
      await first.value
      await second.value
      orders.add(order.entries)
    }
    #expect(Set(orders.entries) == [[1, 2], [2, 1]])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: Litmus.withWholeSections)
  func `an exploration with sections that are whole is not called complete`(litmus: Litmus) throws {
    let report = try exploreTasks(within: .orderings(500)) { _ in _ = await litmus.outcome() }
    #expect(report.hasMutex && !report.isComplete, "\(report)")
  }
}

private actor Door {
  private(set) var visits: [Int] = []
  func visit(_ number: Int = 0) { visits.append(number) }
}
