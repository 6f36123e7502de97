import Explorer
import Pledge

/// Tasks that await a promise, and run on the threads of the trial.
enum Awaiting {
  static let all = [settled, canceled]

  /// The promise is settled.
  static let settled = awaiting("await") { trial, work, run, _ in
    trial.thread(run)
    trial.thread(resolve("work", work))
    trial.thread(run)
  }

  /// The task is canceled while another consumer registers.
  ///
  /// On its own thread, because the runtime cancels under a lock of its own, which a thread that
  /// resumes the task needs, too.
  static let canceled = awaiting("await-cancel") { trial, work, run, task in
    trial.thread(run, Operation("cancel") { task.cancel() }, run)
    trial.thread(attach("a", to: work, trial))
  }

  private static func awaiting(
    _ name: String,
    _ addThreads:
      @escaping @Sendable (Trial, Promise<Int>, _ run: Operation, Task<Void, Never>) -> Void
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
      addThreads(trial, work, Operation("run task", executor.run), task)
      trial.atEnd(executor.run)
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
