import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct CompletionsTests {
  @Test func `leaving the loop detaches from the futures that are pending`() async {
    let promises = [Promise(value: 1), Promise<Int>(discard: {}), Promise<Int>(discard: {})]

    for await (index, _) in promises.completions() {
      #expect(index == 0)
      break
    }

    #expect(promises.map(\.isDiscarded) == [false, true, true])
  }

  @Test func `a future that occurs twice has two elements, and a lazy one starts`() async {
    let starts = Log<Void>()
    let lazy = LazyPromise<Int> {
      starts.add()
      return Promise(value: 1)
    }
    let completions = [lazy, lazy].completions()

    #expect(starts.count == 1)
    #expect(await completions.reduce(into: []) { $0.append($1.index) } == [0, 1])
  }

  @Test func `tasks that iterate it at the same time share the elements`() async {
    let completions = (0..<100).map { Promise(value: $0) }.completions()
    let tasks = (0..<4).map { _ in
      Task { await completions.reduce(into: [Int]()) { $0.append($1.index) } }
    }

    var indices: [Int] = []
    for task in tasks { indices += await task.value }

    #expect(indices.sorted() == Array(0..<100))
  }

  @Test func `a rejection counts as handled`() async {
    await #expect(processExitsWith: .success) {
      let reports = Log<String>()
      UnhandledRejections.handle { reports.add("\($0.error)") }
      for await _ in [Promise<Int>(error: Broken())].completions() {}
      #expect(reports.entries == [])
    }
  }

  @Test(arguments: [true, false])
  func `nothing stays when it has ended, or is released`(hasEnded: Bool) async {
    let values = Cage()
    do {
      let promises = (0..<2).map { _ in Promise<Canary>() }
      let completions = promises.completions()
      promises[0].resolve(values.canary())
      if hasEnded {
        promises[1].resolve(values.canary())
        for await _ in completions {}
      }
    }

    #expect(values.living == 0)
  }
}
