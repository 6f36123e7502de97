public import PledgeCore
public import PledgeSupport

/// Returns a promise for the first value, in the order of `futures`, that satisfies `isMatch`
/// (spec 11.8).
///
///     let user = find(ids.map(load)) { $0.team == "B" }
///
/// The returned promise is fulfilled as soon as the match and all promises before it have settled.
/// A rejection before the match is passed on. If there is no match, or `futures` is empty, the
/// returned promise is rejected with ``NoSuchElementError``. Once the returned promise is settled
/// or discarded, it detaches from the remaining promises.
///
/// `futures` are not retained. If the last reference to a pending one is released, it counts as
/// rejected with ``BrokenPromiseError``.
///
/// - Parameters:
///   - futures: The promises to search.
///   - file: The source file shown in diagnostics.
///   - line: The source line shown in diagnostics.
///   - isMatch: A closure that returns whether a value matches. It receives one value at a time, in
///     the order of `futures`. Runs on the thread that settles the last promise that the search was
///     waiting for, or immediately if no promise is pending. If it throws, the returned promise is
///     rejected with the error.
/// - Returns: A promise for the first match.
/// - Complexity: O(*n*), where *n* is the number of promises.
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
  withExtendedLifetime(futures) { search.begin() }
  return promise
}

/// A combiner that searches the values of its members for a match, in order.
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

  @inlinable func receive(_ outcome: Result<Value, any Error>, at index: Int, from member: Node) {
    // A source that was fulfilled is only needed for a disposal.
    let source: Node? = if case .success = outcome, !member.isDisposable { nil } else { member }
    if state.withLock({ $0.store(outcome, from: source, at: index) }) { proceed() }
  }

  /// Whether the registered members leave the outcome open; asked before a lazy one is started.
  @inlinable var isOpen: Bool {
    begin()
    return promise.isPending
  }

  /// Starts the search, once: when all members have a consumer, or the next one is lazy.
  ///
  /// It starts in a handler, so that it is deferred at the nesting limit (spec 3.4).
  @inlinable func begin() {
    let isFirst = state.withLock { state in
      defer { state.hasBegun = true }
      return !state.hasBegun
    }
    guard isFirst else { return }
    Promise(fulfilledWith: (), at: .unknown).observed { _ in self.proceed() }
  }

  /// Processes the outcomes that have arrived, up to the first one that has not.
  ///
  /// Only one thread at a time calls this method, as `state` ensures.
  @inlinable func proceed() {
    while promise.isPending {
      switch state.withLock({ $0.next() }) {
      case .outcome(let outcome, let source):
        if let source, source.isDisposable { source.markReceived() }
        if decides(outcome, from: source) { return }
      case .pending: return
      case .end:
        _ = promise.tryReject(with: NoSuchElementError())
        return
      }
    }
  }

  /// Settles the promise if `outcome` is a match or an error.
  ///
  /// - Returns: Whether `outcome` is a match or an error.
  @inlinable func decides(_ outcome: Result<Value, any Error>, from source: Node?) -> Bool {
    switch outcome {
    case .success(let value):
      do {
        guard try isMatch(value) else { return false }
        _ = promise.tryFulfill(value)
      } catch {
        _ = promise.tryReject(with: error)
      }
    case .failure(let error):
      if let source { _ = promise.tryReject(with: error, from: source) }
    }
    return true
  }
}

/// The outcomes that a search examines, and its position among them.
@usableFromInline struct SearchState<Value: Sendable>: Sendable {
  /// The next action of a search.
  @usableFromInline enum Next {
    case outcome(Result<Value, any Error>, from: Node?)
    /// The next outcome has not arrived; the thread that stores it resumes the search.
    case pending
    case end
  }

  @usableFromInline var outcomes: [(outcome: Result<Value, any Error>, source: Node?)?]
  @usableFromInline var position = 0
  /// Whether a thread is searching; initially, this is the thread that created the search.
  @usableFromInline var isLooking = true
  @usableFromInline var hasBegun = false

  @inlinable init(count: Int) {
    outcomes = Array(repeating: nil, count: count)
  }

  /// Stores an outcome.
  ///
  /// - Returns: Whether the caller has to resume the search.
  @inlinable
  mutating func store(_ outcome: Result<Value, any Error>, from source: Node?, at index: Int)
    -> Bool
  {
    outcomes[index] = (outcome, source)
    guard !isLooking, index == position else { return false }
    isLooking = true
    return true
  }

  /// Takes the next outcome, or suspends the search.
  @inlinable mutating func next() -> Next {
    guard position < outcomes.count else { return .end }
    guard let next = outcomes[position].take() else {
      isLooking = false
      return .pending
    }
    position += 1
    return .outcome(next.outcome, from: next.source)
  }
}
