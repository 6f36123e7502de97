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
    collecting(members, { try? $0.get() }, { .success(Digest.of($0)) })
  }

  static func allSettled(_ members: [ModelPromise]) -> ModelPromise {
    collecting(members, { $0 }, { .success(Digest.of($0)) })
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
    let isEmpty: Outcome = .failure(EmptyInputError())
    return collecting(members, hasAlternatives: true, { _ in Int?.none }, { _ in isEmpty })
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
    let slots = ModelSlots<Element>(count: members.count)
    return awaiting(members, hasAlternatives: hasAlternatives) { combined, outcome, index in
      if let element = element(outcome) {
        if let all = slots.store(element, at: index) { combined.settle(result(all)) }
      } else {
        combined.settle(outcome)
      }
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
