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

extension Result {
  var value: Success? { try? get() }

  var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
