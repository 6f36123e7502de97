internal import Pledge

/// Returns a promise for the values of the promises that `promiseIterator` creates, in that order,
/// with a limit on how many are pending at a time.
///
/// The next promise is created when an earlier one is fulfilled, on the thread that fulfills it;
/// the iterator is never called concurrently. The first rejection rejects the returned promise: no
/// more promises are created, and pending ones continue. A broken promise counts as pending, unless
/// ``PMKConfiguration/rejectsBrokenPromises`` is on.
///
/// - Parameters:
///   - promiseIterator: Creates a promise, and so starts its work, when the limit allows it.
///   - concurrently: The maximum number of pending promises. If it is less than one, no promise is
///     created and the returned promise is rejected with ``PMKError/badInput``.
/// - Returns: A promise for every value.
public func when<It: IteratorProtocol>(
  fulfilled promiseIterator: It,
  concurrently: Int
) -> Promise<[It.Element.T]> where It.Element: Thenable {
  guard concurrently > 0 else { return Promise(error: PMKError.badInput) }
  let slots = Slots<UncheckedSendable<It.Element.T>>(count: concurrently)
  let members = MemberSequence(promiseIterator) { slots.close() }
  let values = members.mapConcurrently(limit: concurrently) { slots.occupy(until: $0) }
  return Promise(owning: values.map { UncheckedSendable($0.map(\.value)) })
}

/// Same as ``when(fulfilled:concurrently:)``, with the outcomes instead of the values, so that a
/// rejection does not end it.
///
/// If `concurrently` is less than one, ``PMKError/badInput`` is the only outcome.
public func when<It: IteratorProtocol>(
  resolved promiseIterator: It,
  concurrently: Int
) -> Guarantee<[Result<It.Element.T>]> where It.Element: Thenable {
  guard concurrently > 0 else { return .value([.rejected(PMKError.badInput)]) }
  typealias Outcome = Swift.Result<UncheckedSendable<It.Element.T>, any Error>
  let slots = Slots<Outcome>(count: concurrently)
  let members = MemberSequence(promiseIterator) { slots.close() }
  let outcomes = members.mapConcurrently(limit: concurrently) { slots.occupy(until: $0.settled) }
  return Guarantee(owning: outcomes.map { UncheckedSendable(try results(of: $0)) })
}

extension Pledge.Future {
  /// The outcome as a value, unless this is broken.
  fileprivate var settled: Pledge.Promise<Swift.Result<Value, any Error>> {
    map { .success($0) }.recover { error in
      if error is BrokenPromise { throw error }
      return .failure(error)
    }
  }
}

/// The promises that an iterator creates.
///
/// The iterator is used on any thread, but never concurrently.
private struct MemberSequence<It: IteratorProtocol>: Sequence, IteratorProtocol, Sendable
where It.Element: Thenable {
  private var iterator: UncheckedSendable<It>
  private let end: @Sendable () -> Void

  /// Takes ownership of `iterator`; `end` runs after its last promise.
  init(_ iterator: It, end: @escaping @Sendable () -> Void) {
    self.iterator = UncheckedSendable(iterator)
    self.end = end
  }

  mutating func next() -> Pledge.Future<UncheckedSendable<It.Element.T>>? {
    let member = iterator.value.next()?.uncheckedFuture
    if member == nil { end() }
    return member
  }
}
