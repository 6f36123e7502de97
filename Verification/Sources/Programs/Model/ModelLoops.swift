import Pledge

/// Operators that start work with a closure (11.6 to 11.8).
extension ModelPromise {
  static func fold(
    _ count: Int,
    from start: Int,
    _ step: @escaping (Int, Int) throws -> ModelPromise
  ) -> ModelPromise {
    let folded = ModelPromise(endsWithConsumers: true)
    func proceed(_ index: Int) -> (Int) throws -> Resolution {
      { value in
        guard folded.outcome == nil, index < count else { return .settle(.success(value)) }
        return .follow(try step(value, index).onValue(proceed(index + 1)))
      }
    }
    folded.settle(as: settled(.success(start)).onValue(proceed(0)))
    return folded
  }

  static func retry(
    _ max: Int,
    _ ticks: Int,
    _ clock: ModelClock,
    _ operation: @escaping () throws -> ModelPromise
  ) -> ModelPromise {
    // The model cannot create the library's error; only the name of its type is compared.
    struct ArgumentError: Error {}
    guard max > 0 else { return settled(.failure(ArgumentError())) }
    let result = ModelPromise(endsWithConsumers: true)
    var failures: [any Error] = []
    /// Starts something unless the loop is over.
    func next(_ start: @escaping () throws -> ModelPromise) -> ModelPromise {
      settled(.success(0)).onValue { _ in
        guard result.outcome == nil else { throw DiscardedError() }
        return .follow(try start())
      }
    }
    func attempt() -> ModelPromise {
      next(operation).onError { error in
        if error.isCancellation || result.outcome != nil { throw error }
        failures.append(error)
        guard failures.count < max else { throw RetryError(errors: failures) }
        return .follow(next { clock.after(ticks) }.onValue { _ in .follow(attempt()) })
      }
    }
    result.settle(as: attempt())
    return result
  }
}
