import Explorer
import Pledge

/// Tasks that await a promise, and run on a thread of the trial.
enum Awaiting {
  static let all = [
    awaiting("await") { work, _ in resolve("work", work) },
    awaiting("await-cancel") { _, task in Operation("cancel") { task.cancel() } },
  ]

  /// Another consumer registers while a task awaits a promise, which ends, or is canceled.
  ///
  /// On the thread of the task: the order that the runtime's continuation provides is not seen, and
  /// the runtime cancels under a lock of its own.
  private static func awaiting(
    _ name: String,
    until end: @escaping @Sendable (Promise<Int>, Task<Void, Never>) -> Operation
  ) -> Scenario {
    Scenario(name, .invariant { $0["awaited"].count == 1 }) { trial in
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
      let work = trial.work("work")
      let executor = TrialExecutor()
      let task = Task(executorPreference: executor) {
        do {
          trial.note("\(try await work.value)", for: "awaited")
        } catch {
          trial.note("\(type(of: error))", for: "awaited")
        }
      }
      let run = Operation("run task", executor.run)
      trial.thread(run, end(work, task), run)
      trial.thread(attach("a", to: work, trial))
    }
  }
}

/// An executor that runs its jobs when a thread of the trial does.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class TrialExecutor: TaskExecutor {
  private let jobs = Slot<[UnownedJob]>([])

  func enqueue(_ job: UnownedJob) { jobs.object = (jobs.object ?? []) + [job] }

  func run() {
    while let job = jobs.object?.first {
      jobs.object = jobs.object.map { Array($0.dropFirst()) }
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
