public import PledgeCore

extension Sequence where Self: Sendable, Element: Sendable {
  /// Returns a promise for what `step` makes of all elements, one after the other (spec 11.8).
  ///
  ///     let length = ids.fold(0) { sum, id in load(id).map { sum + $0.name.count } }
  ///
  /// The next step starts when the promise of the one before is fulfilled, and its element is taken
  /// from the sequence only then. A rejection ends it, as does an error that `step` throws. Discarding
  /// the result discards the step that runs; nothing more is started. An empty sequence gives
  /// `initial`. Memory and stack stay flat, however many steps there are. Steps whose promises are
  /// settled run before this returns, so a sequence without end needs a step that waits now and then,
  /// for a context, a timer or a task (spec 11.8.15).
  ///
  /// - Parameters:
  ///   - initial: What the first step gets.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - step: Starts the work for an element, given the value of the step before. Like the iterator
  ///     it runs on the thread that settles that step, the first one at once.
  /// - Returns: A promise for the value of the last step.
  /// - Complexity: O(*n*) in the number of elements.
  @inlinable
  public func fold<Result: Sendable>(
    _ initial: Result,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ step: @escaping @Sendable (Result, Element) throws -> Future<Result>
  ) -> Promise<Result> {
    let elements = Elements(makeIterator())
    let folded = Promise<Result>(dependentAt: Site(file, line), by: .fold)
    // The steps are told of as what this waits for; what is between them concerns nobody.
    @Sendable func proceed(from value: Result) throws -> Future<Result> {
      // The iterator and the step may be what ends it, so it is looked at before either.
      guard folded.isPending, let element = elements.next(), folded.isPending else {
        return Promise(fulfilledWith: value, at: .untold)
      }
      let next = try step(value, element)
      folded.reportWaiting(for: next)
      return next.flatMap(proceed)
    }
    folded.settle(as: Promise(fulfilledWith: initial, at: .untold).flatMap(proceed))
    return folded
  }
}

extension Sequence where Element: Sendable {
  /// Same as `fold(_:_:)`, for a sequence that is not `Sendable`: it is
  /// copied first, so it has to be finite.
  @inlinable
  public func fold<Result: Sendable>(
    _ initial: Result,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ step: @escaping @Sendable (Result, Element) throws -> Future<Result>
  ) -> Promise<Result> {
    Array(self).fold(initial, file: file, line: line, step)
  }
}

/// The elements of a sequence, for one after the other to take the next one.
///
/// The iterator is the user's code, so it does not run under the lock: it is handed out meanwhile.
@usableFromInline final class Elements<Iterator: IteratorProtocol>: Sendable {
  @usableFromInline let iterator: Locked<Iterator?>

  @inlinable init(_ iterator: sending Iterator) {
    self.iterator = Locked(iterator)
  }

  /// Takes the next element.
  ///
  /// Any thread, but one at a time.
  @inlinable func next() -> Iterator.Element? {
    guard var iterator = iterator.withLock({ $0.take() }) else { return nil }
    guard let element = iterator.next() else { return nil }
    self.iterator.withLock { $0 = iterator }
    return element
  }
}
