public import Dispatch
internal import Pledge

extension Promise {
  /// A closure that combines the accumulated value with the next element.
  public typealias Reducer<Element> = (Value, Element) throws -> Promise<Value>

  /// Returns a promise for the value with `items` folded into it, one after another.
  ///
  ///     Promise(0).reduce(1, 2, 3) { sum, item in add(sum, item) }
  ///
  /// - Parameters:
  ///   - queue: Where `reducer` runs, asynchronously.
  ///   - items: The elements. If there are none, this promise itself is returned.
  ///   - reducer: Returns a promise for the next value. The first rejection or thrown error ends
  ///     the sequence.
  /// - Returns: A promise for the last value.
  /// - Complexity: O(*n*), where *n* is the number of items.
  @discardableResult @preconcurrency
  public func reduce<Element>(
    on queue: DispatchQueue = .promises,
    _ items: Element...,
    combine reducer: @escaping @Sendable (Value, Element) throws -> Promise<Value>
  ) -> Promise<Value> {
    reduce(on: queue, items, reducer)
  }

  /// Same as ``reduce(on:_:combine:)``, for a sequence.
  @discardableResult @preconcurrency
  public func reduce<Container: Sequence>(
    on queue: DispatchQueue = .promises,
    _ items: Container,
    _ reducer: @escaping @Sendable (Value, Container.Element) throws -> Promise<Value>
  ) -> Promise<Value> {
    items.reduce(self) { promise, item in
      let item = UncheckedSendable(item)
      return promise.then(on: queue) { try reducer($0, item.value) }
    }
  }
}
