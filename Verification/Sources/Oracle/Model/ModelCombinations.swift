import Pledge

extension ModelPromise {
  static func combined(
    _ combination: Combination<ModelPromise>,
    line: UInt
  ) -> ModelPromise {
    switch combination {
    case .all(let members): all(members, line: line).onValue { .settle(.success($0)) }
    case .allSettled(let members): allSettled(members, line: line).onValue { .settle(.success($0)) }
    case .any(let members): any(members, line: line)
    case .race(let members): race(members, line: line)
    case .both(let left, let right):
      all([left, right], line: left.line).onValue { .settle(.success($0)) }
    case .either(let left, let right): any([left, right], line: left.line)
    }
  }

  /// A promise that handlers on others settle, and that leaves them when it is settled.
  static func awaiting(
    _ members: [ModelPromise],
    line: UInt,
    _ body: @escaping (ModelPromise, Outcome) -> Void
  ) -> ModelPromise {
    let combined = ModelPromise(line: line, endsWithConsumers: true)
    combined.tie(members.map { member in member.observed { body(combined, $0) } })
    return combined
  }

  static func all(_ members: [ModelPromise], line: UInt) -> ModelPromise {
    guard !members.isEmpty else { return .settled(.success(Digest.of([Int]())), line: line) }
    var missing = members.count
    return awaiting(members, line: line) { combined, outcome in
      if case .failure = outcome { combined.settle(outcome) }
      if case .success = outcome {
        missing -= 1
        if missing == 0 { combined.settle(.success(Digest.of(members.map(\.knownValue)))) }
      }
    }
  }

  private static func allSettled(_ members: [ModelPromise], line: UInt) -> ModelPromise {
    guard !members.isEmpty else { return .settled(.success(Digest.of([Int]())), line: line) }
    var missing = members.count
    return awaiting(members, line: line) { combined, _ in
      missing -= 1
      if missing == 0 { combined.settle(.success(Digest.of(members.compactMap(\.outcome)))) }
    }
  }

  private static func any(_ members: [ModelPromise], line: UInt) -> ModelPromise {
    guard !members.isEmpty else { return .settled(.failure(EmptyInputError()), line: line) }
    var missing = members.count
    return awaiting(members, line: line) { combined, outcome in
      if case .success = outcome { combined.settle(outcome) }
      if case .failure = outcome {
        missing -= 1
        let errors = missing == 0 ? members.compactMap(\.knownError) : []
        if missing == 0 { combined.settle(.failure(AggregateError(errors: errors))) }
      }
    }
  }

  private static func race(_ members: [ModelPromise], line: UInt) -> ModelPromise {
    guard !members.isEmpty else { return .settled(.failure(EmptyInputError()), line: line) }
    return awaiting(members, line: line) { $0.settle($1) }
  }

  private var knownValue: Int {
    if case .success(let value) = outcome { value } else { 0 }
  }

  private var knownError: (any Error)? {
    if case .failure(let error) = outcome { error } else { nil }
  }
}
