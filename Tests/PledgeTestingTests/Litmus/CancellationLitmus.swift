import PledgeTestSupport

/// Whether the task is canceled, as a word.
private var state: String { Task.isCancelled ? "canceled" : "live" }

/// Runs `operation` in a task that is canceled at some time, until it ends.
private func cancel(_ operation: @escaping @Sendable () async -> Void) async {
  let task = Task(operation: operation)
  spin()
  task.cancel()
  await task.value
}

extension Litmus {
  static let cancellation = [
    Self("a task begins before it is canceled", "live, canceled") { write in
      await cancel { write(state) }
    },
    Self(
      "a task is canceled between two looks",
      "live live, canceled canceled",
      rare: ["live canceled": "cancellation waits for no part of a task"]
    ) { write in
      await cancel {
        let first = state
        spin()
        write("\(first) \(state)")
      }
    },
    Self(
      "a task is canceled beside its operation",
      "bc, chb, hbc",
      rare: [
        "bhc": "a handler runs beside the operation", "hcb": "the operation begins at any time",
      ]
    ) { write in
      let task = Task {
        await withTaskCancellationHandler {
          write("b")
        } onCancel: {
          write("h")
        }
      }
      spin()
      task.cancel()
      write("c")
      await task.value
    },
    Self("a child that is not awaited is canceled", "live, canceled") { write in
      async let _ = write(state)
      spin()
    },
    Self("a group cancels its children", "live, canceled") { write in
      await withTaskGroup { group in
        group.addTask { write(state) }
        spin()
        group.cancelAll()
      }
    },
    Self("a canceled group takes no more children", "added, rejected") { write in
      await cancel {
        await withTaskGroup { group in
          write(group.addTaskUnlessCancelled {} ? "added" : "rejected")
        }
      }
    },
    Self("a child throws, and its sibling is canceled", "live, canceled") { write in
      try? await withThrowingTaskGroup { group in
        group.addTask {
          spin()
          throw Broken()
        }
        group.addTask { write(state) }
        for try await _ in group {}
      }
    },
  ]
}
