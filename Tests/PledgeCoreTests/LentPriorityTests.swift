import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeCore

@Suite(.hangLimit) struct LentPriorityTests {
  /// A task that ends once it has high priority.
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private func work() -> Task<Void, Never> {
    Task.detached(priority: .background) {
      while Task.currentPriority < .high { await Task.yield() }
    }
  }

  @Test(arguments: [false, true])
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `work behind other attachments is found`(startsWithHook: Bool) async {
    let (promise, other, work) = (Promise<Int>(), Promise<Int>(), work())
    promise.addDependencies(.one(other.observed { _ in }))
    if startsWithHook { promise.onEscalation { _ in } }
    promise.onDiscard(canceling: work, of: .background)
    promise.onDiscard {}

    #expect(promise.canBeStopped)
    promise.lend(TaskPriority.high.rawValue)
    await work.value
    promise.resolve(1)
  }

  @Test
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `a task that becomes known while others begin to wait is raised`() async {
    let team = Team()
    for _ in 0..<roundsOfTasks {
      let (promise, work) = (Promise<Int>(), work())
      team.race([
        { Task.immediate(priority: .high) { try? await promise.value } },
        { Task.immediate(priority: .low) { try? await promise.value } },
        { promise.onDiscard(canceling: work, of: .background) },
      ])
      await work.value
      promise.resolve(1)
    }
    // Completion is the assertion.
  }

  @Test
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `a dependency that takes the place of another one is raised`() {
    let (promise, timer) = (Promise<Int>(), Promise<Void>())
    promise.lend(TaskPriority.high.rawValue)
    promise.replaceDependency(nil, by: timer.observed { _ in })

    #expect(timer.lentPriority == TaskPriority.high.rawValue)
    promise.resolve(1)
  }
}
