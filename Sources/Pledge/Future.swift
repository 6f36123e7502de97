public import PledgeCore

/// A value that will exist, or fail to, exactly once, for any number of consumers.
///
///     func name(of id: Int) -> Future<String> {
///       load(id).map(\.name)
///     }
///
///     name(of: 1).observe { print($0) }
///     print(try await name(of: 1).value)
///
/// A future is the read side: it can be observed, awaited and transformed, not settled. What hands
/// one out makes a ``Promise``, which is a future, and keeps the promise to itself.
///
/// **Consumers.** A derived promise, a registered handler, a pending `await` and a chained promise
/// are consumers. Work that nobody waits for any more is discarded; work that somebody still waits
/// for never is (spec 6.3). To keep a stored future from being discarded, call ``shared()``.
public class Future<Value: Sendable>: Cell<Value>, @unchecked Sendable {
  @inlinable @inline(__always)
  override init(
    state: UInt,
    upstream: UInt,
    site: Site,
    operatorID: OperatorID,
    entryPoint: @escaping EntryPoint
  ) {
    super.init(
      state: state,
      upstream: upstream,
      site: site,
      operatorID: operatorID,
      entryPoint: entryPoint
    )
  }

  deinit {}
}

extension Future {
  /// Whether there is neither a value nor an error yet (spec 2.1.6).
  ///
  /// Any thread.
  @inlinable public final var isPending: Bool { status == .pending }

  /// Whether there is a value (spec 2.1.2).
  ///
  /// Any thread.
  @inlinable public final var isFulfilled: Bool { status == .fulfilled }

  /// Whether there is an error (spec 2.1.4).
  ///
  /// Any thread. To ask is not to hear of the error.
  @inlinable public final var isRejected: Bool { status == .rejected }

  /// The value or the error, or `nil` while there is neither (spec 2.1.6).
  ///
  /// Any thread, without waiting. Who reads a rejection has heard of it (spec 8.2.3). A reason that is no error
  /// is wrapped in ``RejectionReasonError``.
  @inlinable public final var result: Result<Value, any Error>? { outcome }

  /// Keeps this promise from being discarded because its last consumer left, for ever (spec 6.6).
  ///
  /// To be called on whatever is stored to be consumed again later. It does not protect against
  /// ``Promise/discard()``, which is the owner's decision.
  ///
  /// - Returns: This promise.
  @discardableResult
  public final func shared() -> Future<Value> {
    share()
    return self
  }

  /// Says that nobody has to hear of a rejection of this promise (spec 8.2.5).
  ///
  /// It counts as a consumer until the promise is settled.
  public final func ignoringErrors() {
    observed { _ in }
  }
}

extension Future: CustomStringConvertible, CustomDebugStringConvertible {
  /// The type and the state, with the value or the error.
  public final var description: String {
    switch peekedOutcome {
    case nil: "\(type(of: self))(pending)"
    case .success(let value): "\(type(of: self))(fulfilled: \(value))"
    case .failure(let error): "\(type(of: self))(rejected: \(error))"
    }
  }

  /// The description, and the place where the chain was started.
  public final var debugDescription: String {
    "\(description) from \(site.fileID):\(site.line)"
  }
}
