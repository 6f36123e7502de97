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
  static func awaiting(
    _ members: [ModelPromise],
    hasAlternatives: Bool = false,
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
    guard !members.isEmpty else { return .settled(.success(Digest.of([Int]()))) }
    let slots = ModelSlots<Int>(count: members.count)
    return awaiting(members) { combined, outcome, index in
      switch outcome {
      case .failure: combined.settle(outcome)
      case .success(let value):
        guard let values = slots.store(value, at: index) else { return }
        combined.settle(.success(Digest.of(values)))
      }
    }
  }

  static func allSettled(_ members: [ModelPromise]) -> ModelPromise {
    guard !members.isEmpty else { return .settled(.success(Digest.of([Int]()))) }
    let slots = ModelSlots<Outcome>(count: members.count)
    return awaiting(members) { combined, outcome, index in
      guard let outcomes = slots.store(outcome, at: index) else { return }
      combined.settle(.success(Digest.of(outcomes)))
    }
  }

  static func any(_ members: [ModelPromise]) -> ModelPromise {
    guard !members.isEmpty else { return .settled(.failure(EmptyInputError())) }
    let slots = ModelSlots<any Error>(count: members.count)
    return awaiting(members, hasAlternatives: true) { combined, outcome, index in
      switch outcome {
      case .success: combined.settle(outcome)
      case .failure(let error):
        guard let errors = slots.store(error, at: index) else { return }
        combined.settle(.failure(AggregateError(errors: errors)))
      }
    }
  }

  static func race(_ members: [ModelPromise]) -> ModelPromise {
    guard !members.isEmpty else { return .settled(.failure(EmptyInputError())) }
    return awaiting(members, hasAlternatives: true) { combined, outcome, _ in
      combined.settle(outcome)
    }
  }
}

/// The values of a combination's members, which this does not retain (11.1.10).
private final class ModelSlots<Element> {
  private var elements: [Element?]

  init(count: Int) {
    elements = Array(repeating: nil, count: count)
  }

  /// Stores an element.
  ///
  /// - Returns: All elements, if this was the last one.
  func store(_ element: Element, at index: Int) -> [Element]? {
    elements[index] = element
    let all = elements.compactMap(\.self)
    return all.count == elements.count ? all : nil
  }
}
