public import Dispatch

extension Thenable where T: Collection {
  /// A promise for the first element, without a hop.
  ///
  /// If the collection is empty, it is rejected with ``PMKError/emptySequence``.
  public var firstValue: Promise<T.Element> {
    map(on: nil, trusted { try $0.first.orEmptySequence() })
  }

  /// Same as ``firstValue``, for the first element that satisfies `test`, which runs on a queue.
  @preconcurrency
  public func firstValue(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    where test: @escaping @Sendable (T.Element) -> Bool
  ) -> Promise<T.Element> {
    map(on: on, flags: flags, trusted { try $0.first(where: test).orEmptySequence() })
  }

  /// Same as ``firstValue``, for the last element.
  public var lastValue: Promise<T.Element> {
    map(on: nil, trusted { try $0.suffix(1).first.orEmptySequence() })
  }
}

extension Optional {
  fileprivate func orEmptySequence() throws -> Wrapped {
    guard let self else { throw PMKError.emptySequence }
    return self
  }
}
