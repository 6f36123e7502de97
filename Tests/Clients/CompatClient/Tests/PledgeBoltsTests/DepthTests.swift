import Dispatch
import PledgeBolts
import Testing

private let many = 100_000

@Suite(.timeLimit(.minutes(5)))
struct DepthTests {
  @Test func `a chain of a hundred thousand continuations completes on a small stack`() async {
    let result = await onSmallStack { () -> Int? in
      let source = TaskCompletionSource<Int>()
      var last = source.task
      for _ in 0..<many { last = last.continueOnSuccessWith { $0 + 1 } }
      source.set(result: 0)
      return last.result
    }
    #expect(result == many)
  }

  @Test func `a chain of a hundred thousand that never completes is dropped on a small stack`()
    async
  {
    let isGone = await onSmallStack {
      weak var first: Task<Int>?
      do {
        let source = TaskCompletionSource<Int>()
        first = source.task
        var last = source.task
        for _ in 0..<many { last = last.continueWith { $0.result ?? 0 } }
      }
      return first == nil
    }
    #expect(isGone)
  }

  @Test(arguments: ["default", "immediate", "closure", "queue"])
  func `a loop of a hundred thousand tasks completes on a small stack`(kind: String) async {
    let executor: Executor =
      switch kind {
      case "default": .default
      case "immediate": .immediate
      case "closure": .closure { $0() }
      default: .queue(DispatchQueue(label: "loop"))
      }
    @Sendable func count(_ number: Int) -> Task<Int> {
      Task(number).continueOnSuccessWithTask(executor) { number in
        number == many ? Task(number) : count(number + 1)
      }
    }
    let result = await onSmallStack { () -> Int? in
      let task = count(0)
      task.waitUntilCompleted()
      return task.result
    }
    #expect(result == many)
  }
}
