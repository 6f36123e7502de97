import PledgeBolts
import TestSupport

import class Pledge.Future

private typealias Task = PledgeBolts.Task

struct Bolts: Throwing, Recovering, Combining, @unchecked Sendable {
  let task: PledgeBolts.Task<Int>

  init(_ task: PledgeBolts.Task<Int>) { self.task = task }

  init(pledge: Future<Int>) { self.init(Task(pledge: pledge)) }

  var value: Int? { task.result }
  var error: (any Error)? { task.error ?? (task.cancelled ? CancelledError() : nil) }
  var object: AnyObject { task }
  var pledge: Future<Int> { task.pledge }

  static func pending() -> Source {
    let source = TaskCompletionSource<Int>()
    return Source(
      promise: Self(source.task),
      fulfill: { source.trySet(result: $0) },
      reject: { source.trySet(error: $0) }
    )
  }

  static func rejectBrokenPromises() { BoltsConfiguration.rejectsBrokenPromises = true }

  static func fulfilled(_ value: Int) -> Self { Self(Task(value)) }

  static func rejected(_ error: any Error) -> Self { Self(Task(error: error)) }

  static func isDiscard(_ error: any Error) -> Bool { error is CancelledError }

  static func all(_ promises: [any CompatPromise]) -> Future<[Int]> {
    Task.whenAllResult(promises.map { same($0).task }).pledge
  }

  func observe(_ handler: @escaping @Sendable (Settlement) -> Void) {
    task.continueWith { task in
      if let value = task.result { handler(.success(value)) }
      if let error = Self(task).error { handler(.failure(error)) }
    }
  }

  func tryMap(_ body: @escaping @Sendable (Int) throws -> Int) -> Self {
    Self(task.continueOnSuccessWith { try body($0) })
  }

  func tryThen(_ body: @escaping @Sendable (Int) throws -> any CompatPromise) -> Self {
    Self(task.continueOnSuccessWithTask { Self.same(try body($0)).task })
  }

  func recover(_ body: @escaping @Sendable (any Error) -> any CompatPromise) -> Self {
    Self(task.continueOnErrorWithTask { (error: any Error) in Self.same(body(error)).task })
  }

  func derived(_ log: Log<String>) -> [Self] {
    let token = CancellationTokenSource().token
    let tasks: [Task<Int>] = [
      task.continueWith { log.pass($0.result ?? 0, "continueWith") },
      task.continueWithTask { _ in Task(log.pass(1, "continueWithTask")) },
      task.continueOnSuccessWith { log.pass($0, "continueOnSuccessWith") },
      task.continueOnSuccessWithTask(cancellationToken: token) {
        Task(log.pass($0, "continueOnSuccessWithTask"))
      },
      task.continueOnErrorWith { (_: any Error) in log.pass(1, "continueOnErrorWith") },
      task.continueOnErrorWithTask { (_: Broken) in Task(log.pass(1, "continueOnErrorWithTask")) },
      Task.whenAll([task]).continueOnSuccessWith { 1 },
      Task.whenAny([task]).continueOnSuccessWith { 1 },
      Task.taskForCompletionOfAnyTask([task]),
    ]
    return tasks.map(Self.init)
  }
}
