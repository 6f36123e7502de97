import PledgeBolts
import TestSupport

/// Returns a task in each of the final states.
func finished() -> [Task<Int>] {
  [Task(1), Task(error: Broken()), .cancelledTask()]
}

/// Returns a word for the state of a task.
func word<T>(_ task: Task<T>) -> String {
  switch (task.completed, task.faulted, task.cancelled) {
  case (false, false, false): "pending"
  case (true, true, false): "faulted"
  case (true, false, true): "cancelled"
  case (true, false, false): "succeeded"
  default: "confused"
  }
}
