import Pledge
import PledgeBolts
import PledgeTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60)))
struct PledgeTests {
  @Test func `a task becomes a Pledge promise in every final state`() async throws {
    #expect(try await Task(1).pledge.value == 1)
    #expect(throws: Broken.self) { try Task<Int>(error: Broken()).pledge.result?.get() }
    #expect(throws: DiscardedError.self) { try Task<Int>.cancelledTask().pledge.result?.get() }
    #expect(throws: CancelledError.self) {
      try Task<Int>(error: CancelledError()).pledge.result?.get()
    }
  }

  @Test func `a Pledge promise becomes a task in every final state`() {
    #expect(Task(pledge: Promise(value: 1)).result == 1)
    #expect(Task(pledge: Promise<Int>(error: Broken())).error is Broken)
    #expect(Task(pledge: Promise<Int>(error: DiscardedError())).cancelled)
    let promise = Promise<Int>()
    let task = Task(pledge: promise)
    #expect(!task.completed)
    promise.discard()
    #expect(task.cancelled)
  }

  @Test func `discarding the promise of a task does not affect the task`() {
    let source = TaskCompletionSource<Int>()
    let stage = source.task.pledge.map { $0 + 1 }
    stage.discard()
    source.set(result: 1)
    #expect(source.task.result == 1)
  }

  @Test func `a broken task and its Pledge promise break each other`() {
    var source: TaskCompletionSource<Int>? = TaskCompletionSource()
    let task = source?.task
    let pledge = task?.pledge
    source = nil
    #expect(task?.completed == false)
    #expect(throws: BrokenPromiseError.self) { try pledge?.result?.get() }
    var pair: (promise: Promise<Int>, resolver: Resolver<Int>)? = Promise<Int>.pending()
    let broken = pair.map { Task(pledge: $0.promise) }
    pair = nil
    #expect(broken?.completed == false)
  }

  @Test func `an unread error of a task is not reported`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      _ = Task<Int>(error: Broken()).continueOnSuccessWith { $0 }
      _ = Task<Int> { throw Broken() }
      _ = Task.whenAll([Task<Int>(error: Broken())])
      _ = Task.whenAny([Task<Int>(error: Broken())])
      _ = Task.taskForCompletionOfAnyTask([Task<Int>(error: Broken())])
      TaskCompletionSource<Int>().set(error: Broken())
      Task(1).continueOnSuccessWith(.queue(.global())) { _ in throw Broken() }
        .waitUntilCompleted()
      #expect(reports.entries.isEmpty)
    }
  }

  @Test func `a broken source is reported once, with its creation site`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      _ = TaskCompletionSource<Int>().task.continueOnSuccessWith { $0 }.continueWith { _ in }
      #expect(reports.entries.count == 1)
      #expect(
        reports.entries.allSatisfy { "\($0)".contains("PledgeBoltsTests/PledgeTests.swift:") }
      )
    }
  }

  @Test func `a broken source without consumers is not reported`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      _ = TaskCompletionSource<Int>()
      let task = TaskCompletionSource<Int>().task
      #expect(!task.completed)
      #expect(reports.entries.isEmpty)
    }
  }

  @Test func `a continuation counts as a consumer even if its task is released`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      let source = Locked<TaskCompletionSource<Int>?>(TaskCompletionSource())
      source.value?.task.continueOnSuccessWith { _ in }
      _ = source.withLock { source in
        defer { source = nil }
        return source
      }
      #expect(reports.entries.count == 1)
    }
  }

  @Test func `an executor that drops its closure is reported with the task's location`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      _ = Task(.escapingClosure { _ in }) { 1 }
      _ = Task.execute(.escapingClosure { _ in }) { 1 }
      _ = Task.executeWithTask(.escapingClosure { _ in }) { Task(1) }
      #expect(reports.entries.count == 3)
      let file = "PledgeBoltsTests/PledgeTests.swift:"
      #expect(reports.entries.allSatisfy { "\($0.error)".contains(file) })
    }
  }
}
