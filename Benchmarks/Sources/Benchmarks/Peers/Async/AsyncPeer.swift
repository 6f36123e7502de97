import Synchronization

/// What the language takes for itself.
enum AsyncPeer {
  /// An `await` of an async function.
  static func awaitSettled(_ count: Int) -> Int {
    TaskPeer.checksum {
      for _ in 0..<count { await collectOne() }
    }
  }

  /// Runs where its caller runs, which is the cheapest; collects, so that it cannot be left out.
  @inline(never)
  private nonisolated(nonsending) static func collectOne() async {
    collect(1)
  }

  /// A wait of one's own for somebody to call back.
  static func awaitPending(_ count: Int) -> Int {
    let backlog = Backlog<Wait>()
    return Checksum.of {
      TaskPeer.executor.run {
        for _ in 0..<count {
          let wait = Wait()
          backlog.append(wait)
          collect((try? await wait.value()) ?? 0)
        }
      } whenIdle: {
        backlog.popFirst()?.end(with: .success(1))
      }
    }
  }
}

/// A continuation that a cancelled task does not wait for: the least that a promise has to do.
///
/// For one task and one answer, which comes after the wait has begun.
@safe private final class Wait: Sendable {
  private let continuation = unsafe Mutex<UnsafeContinuation<Int, any Error>?>(nil)

  nonisolated(nonsending) func value() async throws -> Int {
    try await withTaskCancellationHandler {
      try await unsafe withUnsafeThrowingContinuation { new in
        unsafe continuation.withLock { unsafe $0 = new }
      }
    } onCancel: {
      end(with: .failure(CancellationError()))
    }
  }

  func end(with result: Result<Int, any Error>) {
    let waiting = unsafe continuation.withLock { unsafe $0.take() }
    unsafe waiting?.resume(with: result)
  }
}
