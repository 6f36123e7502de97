import Pledge

extension ModelPromise {
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

  /// Returns a promise that settles with the result of an element of each outcome, or with the
  /// first outcome that has none, and that detaches from the members then.
  private static func collecting<Element>(
    _ members: [ModelPromise],
    hasAlternatives: Bool = false,
    _ element: @escaping (Outcome) -> Element?,
    _ result: @escaping ([Element]) -> Outcome
  ) -> ModelPromise {
    guard !members.isEmpty else { return .settled(result([])) }
    let combined = ModelPromise(endsWithConsumers: true)
    combined.hasAlternatives = hasAlternatives
    var elements = [Element?](repeating: nil, count: members.count)
    let registrations = members.enumerated().compactMap { index, member -> ModelPromise? in
      // The outcome is known, so lazy work is not started (16.1.6).
      if combined.outcome != nil, member.start != nil { return nil }
      return member.observed { outcome in
        elements[index] = element(outcome)
        let all = elements.compactMap(\.self)
        if elements[index] == nil {
          combined.settle(outcome)
        } else if all.count == elements.count {
          combined.settle(result(all))
        }
      }
    }
    combined.addDependencies(registrations)
    return combined
  }
}
