import Synchronization

/// The cost of the language itself.
enum AsyncPeer {
  /// Awaits an async function.
  static func awaitSettled(_ count: Int) -> Int {
    TaskPeer.checksum {
      for _ in 0..<count { await collectOne() }
    }
  }

  /// Collects 1, so that the call is not optimized away.
  ///
  /// Runs on the caller's executor, which costs the least.
  @inline(never)
  private nonisolated(nonsending) static func collectOne() async {
    collect(1)
  }

  /// Awaits a callback.
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

/// A continuation that a canceled task does not wait for: the minimum that a promise has to do.
///
/// It supports one task, and one result that arrives after the wait has begun.
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
