import Pledge

/// Operators that start work with a closure (11.6 to 11.8).
extension ModelPromise {
  static func find(
    _ members: [ModelPromise],
    _ isMatch: @escaping (Int) throws -> Bool
  ) -> ModelPromise {
    var outcomes = [Outcome?](repeating: nil, count: members.count)
    var position = 0
    var isLooking = true
    func proceed(_ found: ModelPromise) {
      while found.outcome == nil {
        guard position < outcomes.count else {
          found.settle(.failure(NoSuchElementError()))
          return
        }
        guard let outcome = outcomes[position] else {
          isLooking = false
          return
        }
        position += 1
        do {
          let value = try outcome.get()
          if try isMatch(value) { found.settle(.success(value)) }
        } catch {
          found.settle(.failure(error))
        }
      }
    }
    // Consumes all members from the start; examines each one in its turn.
    let found = awaiting(members, hasAlternatives: true) { found, outcome, index in
      outcomes[index] = outcome
      guard !isLooking, index == position else { return }
      isLooking = true
      proceed(found)
    }
    settled(.success(0)).observed { _ in proceed(found) }
    return found
  }

  static func fold(
    _ count: Int,
    from start: Int,
    _ step: @escaping (Int, Int) throws -> ModelPromise
  ) -> ModelPromise {
    let folded = ModelPromise(endsWithConsumers: true)
    var next = 0
    func proceed(from value: Int) throws -> ModelPromise {
      guard folded.outcome == nil, next < count else { return settled(.success(value)) }
      next += 1
      return try step(value, next - 1).onValue { .follow(try proceed(from: $0)) }
    }
    folded.settle(as: settled(.success(start)).onValue { .follow(try proceed(from: $0)) })
    return folded
  }

  static func retry(
    _ max: Int,
    _ ticks: Int,
    _ clock: ModelClock,
    _ operation: @escaping () throws -> ModelPromise
  ) -> ModelPromise {
    guard max > 0 else { return rejectedArgument }
    let result = ModelPromise(endsWithConsumers: true)
    var failures: [any Error] = []
    func attempt() -> ModelPromise {
      let trial = settled(.success(0)).onValue { _ in
        guard result.outcome == nil else { throw Discarding.error }
        return .follow(try operation())
      }
      return trial.onError { error in
        if error.isCancellation || result.outcome != nil { throw error }
        failures.append(error)
        guard failures.count < max else { throw RetryError(errors: failures) }
        let pause = settled(.success(0)).onValue { _ in
          guard result.outcome == nil else { throw Discarding.error }
          return .follow(clock.after(ticks))
        }
        return .follow(pause.onValue { _ in .follow(attempt()) })
      }
    }
    result.settle(as: attempt())
    return result
  }

  static var rejectedArgument: ModelPromise {
    // Only the library can create such an error; its text is not compared.
    let refused: Promise<Int> = Pledge.retry(max: 0) { Promise(value: 0) }
    guard case .failure(let error) = refused.result else { preconditionFailure("none is refused") }
    return settled(.failure(error))
  }
}
