import Pledge

extension ModelPromise {
  /// Returns a promise that handlers on others settle, and that detaches from them when it is
  /// settled.
  ///
  /// - Parameters:
  ///   - members: The promises to wait for.
  ///   - hasAlternatives: Whether it may settle although some members never do.
  ///   - body: Receives the promise, and the outcome and the index of a member.
  /// - Returns: The promise.
  private static func awaiting(
    _ members: [ModelPromise],
    hasAlternatives: Bool,
    _ body: @escaping (ModelPromise, Outcome, Int) -> Void
  ) -> ModelPromise {
    let combined = ModelPromise(endsWithConsumers: true)
    combined.hasAlternatives = hasAlternatives
    combined.addDependencies(
      members.enumerated().map { index, member in
        member.observed { body(combined, $0, index) }
      }
    )
    return combined
  }

  static func all(_ members: [ModelPromise]) -> ModelPromise {
    collecting(members, { try? $0.get() }, { .success(Reading.digest(of: $0)) })
  }

  static func allSettled(_ members: [ModelPromise]) -> ModelPromise {
    collecting(members, { $0 }, { .success(Reading.digest(of: $0)) })
  }

  static func any(_ members: [ModelPromise]) -> ModelPromise {
    func error(of outcome: Outcome) -> (any Error)? {
      if case .failure(let error) = outcome { error } else { nil }
    }
    return collecting(members, hasAlternatives: true, error(of:)) { errors in
      .failure(errors.isEmpty ? EmptyInputError() : AggregateError(errors: errors))
    }
  }

  static func race(_ members: [ModelPromise]) -> ModelPromise {
    collecting(
      members,
      hasAlternatives: true,
      { _ in Int?.none },
      { _ in .failure(EmptyInputError()) }
    )
  }

  /// Returns a promise that settles with the result of an element of each outcome, or with the first
  /// outcome that has none.
  private static func collecting<Element>(
    _ members: [ModelPromise],
    hasAlternatives: Bool = false,
    _ element: @escaping (Outcome) -> Element?,
    _ result: @escaping ([Element]) -> Outcome
  ) -> ModelPromise {
    guard !members.isEmpty else { return .settled(result([])) }
    var elements = [Element?](repeating: nil, count: members.count)
    return awaiting(members, hasAlternatives: hasAlternatives) { combined, outcome, index in
      elements[index] = element(outcome)
      let all = elements.compactMap(\.self)
      if elements[index] == nil {
        combined.settle(outcome)
      } else if all.count == elements.count {
        combined.settle(result(all))
      }
    }
  }

  static func find(
    _ members: [ModelPromise],
    _ isMatch: @escaping (Int) throws -> Bool
  ) -> ModelPromise {
    var outcomes = [Outcome?](repeating: nil, count: members.count)
    var position = 0
    var isLooking = true
    func proceed(_ found: ModelPromise) {
      isLooking = true
      while found.outcome == nil, position < outcomes.count, let outcome = outcomes[position] {
        position += 1
        do {
          let value = try outcome.get()
          if try isMatch(value) { found.settle(.success(value)) }
        } catch {
          found.settle(.failure(error))
        }
      }
      isLooking = false
      if position == outcomes.count { found.settle(.failure(NoSuchElementError())) }
    }
    // Consumes all members from the start; examines each one in its turn.
    let found = awaiting(members, hasAlternatives: true) { found, outcome, index in
      outcomes[index] = outcome
      if !isLooking, index == position { proceed(found) }
    }
    settled(.success(0)).observed { _ in proceed(found) }
    return found
  }
}
