import Dispatch

extension TaskPeer {
  static func loopSettled(_ count: Int) -> Int {
    checksum { _ = await turn(count).value }
  }

  /// Uses the pool as the queue of tasks.
  static func loopQueued(_ count: Int) -> Int {
    let done = DispatchSemaphore(value: 0)
    return Checksum.of {
      Task {
        _ = await queuedTurn(count).value
        done.signal()
      }
      done.wait()
    }
  }

  /// Returns a task that is not started immediately, because tasks that start each other would
  /// nest.
  private static func turn(_ left: Int) -> Task<Int, Never> {
    Task(executorPreference: executor) {
      guard left > 0 else { return 0 }
      collect(1)
      return await turn(left - 1).value
    }
  }

  private static func queuedTurn(_ left: Int) -> Task<Int, Never> {
    Task {
      guard left > 0 else { return 0 }
      collect(1)
      return await queuedTurn(left - 1).value
    }
  }
}
