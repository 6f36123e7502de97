import PledgeBolts
import TestSupport

/// A task in each of the final states.
func finished() -> [Task<Int>] {
  [Task(1), Task(error: Broken()), .cancelledTask()]
}

/// What a task is, in a word.
func word<T>(_ task: Task<T>) -> String {
  switch (task.completed, task.faulted, task.cancelled) {
  case (false, false, false): "pending"
  case (true, true, false): "faulted"
  case (true, false, true): "cancelled"
  case (true, false, false): "succeeded"
  default: "confused"
  }
}
