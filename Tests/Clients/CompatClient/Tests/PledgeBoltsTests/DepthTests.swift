import Dispatch
import PledgeBolts
import TestSupport
import Testing

private let many = 20_000

// Such long chains are slow under the thread sanitizer, and tests that run in parallel need time,
// too.
@Suite(.serialized, .hangLimit)
struct DepthTests {
  @Test(arguments: ["immediate", "closure", "queue"])
  func `a loop needs little stack on every executor`(kind: String) async {
    let executor: Executor =
      switch kind {
      case "immediate": .immediate
      case "closure": .closure { $0() }
      default: .queue(DispatchQueue(label: "loop"))
      }
    let result = await onSmallStack { loop(5_000, on: executor) }
    #expect(result == 5_000)
  }

  /// Counts up to `many`, with a task for each number that the previous one follows.
  private func loop(_ many: Int, on executor: Executor) -> Int? {
    @Sendable func count(_ number: Int) -> Task<Int> {
      Task(number).continueOnSuccessWithTask(executor) { number in
        number == many ? Task(number) : count(number + 1)
      }
    }
    let task = count(0)
    task.waitUntilCompleted()
    return task.result
  }
}
