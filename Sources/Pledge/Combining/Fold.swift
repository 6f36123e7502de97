public import PledgeCore
public import PledgeSupport

extension Sequence where Self: Sendable, Element: Sendable {
  /// Returns a promise for the result of combining all elements with `step`, one after the other
  /// (spec 11.8).
  ///
  ///     let length = ids.fold(0) { sum, id in load(id).map { sum + $0.name.count } }
  ///
  /// A step starts when the promise of the previous step is fulfilled. Only then is its element
  /// taken from the sequence. The first rejection, or an error that `step` throws, rejects the
  /// returned promise. Discarding the returned promise discards the running step and starts no
  /// others. Fulfills with `initial` if the sequence is empty.
  ///
  /// Memory and stack use stay constant, regardless of the number of steps. Steps whose promises
  /// are already settled run before this method returns, so an infinite sequence needs a `step`
  /// that sometimes waits for a context, a timer, or a task (spec 11.8.15).
  ///
  /// - Parameters:
  ///   - initial: The value passed to the first step.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - step: A closure that receives the value of the previous step and an element, and returns a
  ///     promise for the next value. Like the iterator, it runs on the thread that settles the
  ///     previous step; the first step runs immediately.
  /// - Returns: A promise for the value of the last step.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  @inlinable
  public func fold<Result: Sendable>(
    _ initial: Result,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ step: @escaping @isolated(any) @Sendable (Result, Element) throws -> Future<Result>
  ) -> Promise<Result> {
    let (elements, step) = (Elements(makeIterator()), onItsActor(step))
    let folded = Promise<Result>(dependentAt: Site(file, line), by: .fold)
    // Only the steps are reported as dependencies of this promise, not the stages between them.
    @Sendable func proceed(from value: Result) throws -> Future<Result> {
      // The iterator and `step` may settle this promise, so its state is checked before each call.
      guard folded.isPending, let element = elements.next(), folded.isPending else {
        return Promise(fulfilledWith: value, at: .unknown)
      }
      let next = try step((value, element))
      folded.reportWaiting(for: next)
      return next.stage(Named(Names.Step.self, FlatMapping(proceed)))
    }
    folded.settle(as: Promise(fulfilledWith: initial, at: .unknown).flatMap(proceed))
    return folded
  }
}

extension Sequence where Element: Sendable {
  /// Same as `fold(_:_:)`, for a sequence that is not `Sendable`.
  ///
  /// The sequence is copied first, so it must be finite.
  @inlinable
  public func fold<Result: Sendable>(
    _ initial: Result,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ step: @escaping @isolated(any) @Sendable (Result, Element) throws -> Future<Result>
  ) -> Promise<Result> {
    Array(self).fold(initial, file: file, line: line, step)
  }
}

/// The elements of a sequence, taken one after the other by any thread.
///
/// The iterator is user code, so it does not run under the lock. It is removed from the storage
/// while it runs.
@usableFromInline final class Elements<Iterator: IteratorProtocol>: Sendable {
  @usableFromInline let iterator: Locked<Iterator?>

  @inlinable init(_ iterator: sending Iterator) {
    self.iterator = Locked(iterator)
  }

  /// Takes the next element.
  ///
  /// Can be called from any thread, but only by one at a time.
  @inlinable func next() -> Iterator.Element? {
    guard var iterator = iterator.withLock({ $0.take() }) else { return nil }
    guard let element = iterator.next() else { return nil }
    self.iterator.withLock { $0 = iterator }
    return element
  }
}
