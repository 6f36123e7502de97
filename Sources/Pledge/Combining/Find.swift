public import PledgeCore

/// Returns a promise for the first value, in the order given, of which `isMatch` is true (spec 11.8).
///
///     let user = find(ids.map(load)) { $0.team == "B" }
///
/// It is fulfilled as soon as all before the match are known, and rejected with the rejection of
/// one of them, or with ``NoSuchElementError`` if there is no match, as among none. The others then
/// lose this consumer, as all do when it is discarded.
///
/// `futures` are not retained: if the last reference to one of them is dropped while it is pending, it
/// counts as rejected with ``BrokenPromiseError``.
///
/// - Parameters:
///   - futures: The promises to look at.
///   - file: The place that reports name.
///   - line: The line of that place.
///   - isMatch: Gets one value after the other, in the order given, on the thread that settles the last
///     one it waited for, or at once; if it throws, the returned promise is rejected.
/// - Returns: A promise for the first match.
/// - Complexity: O(*n*) in the number of promises.
@inlinable
public func find<Value: Sendable>(
  _ futures: [Future<Value>],
  file: StaticString = #fileID,
  line: UInt = #line,
  where isMatch: @escaping @Sendable (Value) throws -> Bool
) -> Promise<Value> {
  let search = Search(
    count: futures.count,
    at: Site(file, line),
    isMatch: CapturedTaskLocals.keeping(isMatch)
  )
  let promise = search.combining(futures)
  // It begins once all are consumed, as a handler, so it is put off past the depth of 3.4.
  withExtendedLifetime(futures) {
    _ = Promise(fulfilledWith: (), at: .untold).observed { _ in search.proceed() }
  }
  return promise
}

/// Looks for a match among the values of its members, in their order.
@usableFromInline final class Search<Value: Sendable>: Combiner {
  @usableFromInline let promise: Promise<Value>
  @usableFromInline let state: Locked<SearchState<Value>>
  @usableFromInline let isMatch: @Sendable (Value) throws -> Bool

  @inlinable
  init(count: Int, at site: Site, isMatch: @escaping @Sendable (Value) throws -> Bool) {
    promise = Promise(dependentAt: site, by: .find)
    state = Locked(SearchState(count: count))
    self.isMatch = isMatch
  }

  @inlinable func receive(_ outcome: Result<Value, any Error>, at index: Int) {
    if state.withLock({ $0.store(outcome, at: index) }) { proceed() }
  }

  /// Looks at the outcomes that have arrived, up to the first one that has not.
  ///
  /// One thread at a time, as the state says.
  @inlinable func proceed() {
    while promise.isPending {
      switch state.withLock({ $0.next() }) {
      case .outcome(let outcome): if decides(outcome) { return }
      case .pending: return
      case .end:
        _ = promise.reject(with: NoSuchElementError())
        return
      }
    }
  }

  /// Settles the promise if `outcome` is a match or an error.
  ///
  /// - Returns: Whether it is.
  @inlinable func decides(_ outcome: Result<Value, any Error>) -> Bool {
    do {
      let value = try outcome.get()
      guard try isMatch(value) else { return false }
      _ = promise.fulfill(value)
    } catch {
      _ = promise.reject(with: error)
    }
    return true
  }
}

/// The outcomes among which a search looks, and how far it has come.
@usableFromInline struct SearchState<Value: Sendable>: Sendable {
  /// What a search does next.
  @usableFromInline enum Next {
    case outcome(Result<Value, any Error>)
    /// The next outcome has not arrived; the thread that stores it goes on.
    case pending
    case end
  }

  @usableFromInline var outcomes: [Result<Value, any Error>?]
  @usableFromInline var position = 0
  /// Whether some thread looks; at first the one that has made the search.
  @usableFromInline var isLooking = true

  @inlinable init(count: Int) {
    outcomes = Array(repeating: nil, count: count)
  }

  /// Stores an outcome.
  ///
  /// - Returns: Whether the caller has to go on with the search.
  @inlinable
  mutating func store(_ outcome: Result<Value, any Error>, at index: Int) -> Bool {
    outcomes[index] = outcome
    guard !isLooking, index == position else { return false }
    isLooking = true
    return true
  }

  /// Takes the next outcome, or stops looking.
  @inlinable mutating func next() -> Next {
    guard position < outcomes.count else { return .end }
    guard let outcome = outcomes[position].take() else {
      isLooking = false
      return .pending
    }
    position += 1
    return .outcome(outcome)
  }
}
