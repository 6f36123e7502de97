import Explorer
import Pledge

/// Tasks that await a promise, and run on the threads of the trial.
enum Awaiting {
  static let all = [settled, canceled]

  /// The promise is settled.
  static let settled = Scenario("await") { trial in
    let work = trial.promise("work")
    guard let task = TrialTask(awaiting: work, trial) else { return }
    trial.thread(task.runs)
    trial.thread(resolve("work", work))
    trial.thread(task.runs)
    trial.atEnd { task.run() }
  }

  /// The task is canceled while another consumer registers.
  ///
  /// On its own thread, because the runtime cancels under a lock of its own, which a thread that
  /// resumes the task needs, too.
  static let canceled = Scenario(
    "await-cancel",
    .invariant { $0["awaited"] == ["CancellationError"] && $0["handled"].count == 1 }
  ) { trial in
    let work = trial.work("work")
    guard let task = TrialTask(awaiting: work, trial) else { return }
    trial.thread(task.runs, Operation("cancel") { task.cancel() }, task.runs)
    trial.thread(attach("a", to: work, trial))
    trial.expect(work) { task.run() }
  }
}

/// A task that notes the outcome of a promise, and runs when a thread of the trial says so.
private struct TrialTask: Sendable {
  let run: @Sendable () -> Void
  let cancel: @Sendable () -> Void

  var runs: Operation { Operation("run task", run) }

  /// Returns `nil` if tasks have no executors of their own.
  init?(awaiting future: Future<Int>, _ trial: Trial) {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
    let executor = TrialExecutor()
    run = executor.run
    cancel =
      Task(executorPreference: executor) {
        do {
          trial.note("\(try await future.value)", for: "awaited")
        } catch {
          trial.note("\(type(of: error))", for: "awaited")
        }
      }.cancel
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
