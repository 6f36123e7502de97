import Dispatch
import PledgeWhen

/// Waits for the result of a promise.
func outcome<T: Sendable>(
  of promise: Promise<T>,
  isolation: isolated (any Actor)? = #isolation
) async -> Result<T, any Error> {
  await withCheckedContinuation { continuation in
    promise.always { continuation.resume(returning: $0) }
  }
}

/// Waits until the queue has run all submitted blocks, and those that they submit, up to three
/// levels deep.
func flush(_ queue: DispatchQueue) {
  for _ in 0..<4 { queue.sync {} }
}

/// Same for the main queue, without blocking it.
func flushMain() async {
  for _ in 0..<4 {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }
}

extension Result {
  var value: Success? { try? get() }

  var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
