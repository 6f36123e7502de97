public import PledgeCore
internal import PledgeSupport

/// A result that arrives once, as a value or an error, for any number of consumers.
///
///     func name(of id: Int) -> Future<String> {
///       load(id).map(\.name)
///     }
///
///     name(of: 1).observe { print($0) }
///     print(try await name(of: 1).value)
///
/// A future is the read side: it can be observed, awaited, and transformed, but not settled. To
/// provide one, create a ``Promise``, which is a future, and keep the promise private.
///
/// **Consumers.** Derived promises, registered handlers, pending `await`s, and chained promises are
/// consumers. Detaching a consumer never discards work that another one still needs. When the last
/// consumer detaches, the work is discarded (spec 6.3). To keep a stored future from being
/// discarded, call ``shared()``.
///
/// All members can be used from any thread.
public class Future<Value: Sendable>: Cell<Value>, @unchecked Sendable {}

extension Future {
  /// Whether this promise has neither a value nor an error yet (spec 2.1.6).
  @inlinable public final var isPending: Bool { status == .pending }

  /// Whether this promise has a value or an error (spec 2.1.6).
  @inlinable public final var isSettled: Bool { status != .pending }

  /// Whether this promise has a value (spec 2.1.2).
  @inlinable public final var isFulfilled: Bool { status == .fulfilled }

  /// Whether this promise has an error (spec 2.1.4).
  ///
  /// Reading this property does not mark a rejection as handled.
  @inlinable public final var isRejected: Bool { status == .rejected }

  /// The value or the error, or `nil` while this promise is pending (spec 2.1.6).
  ///
  /// Reading this property never waits. Reading a rejected result marks the rejection as handled
  /// (spec 8.2.3). A rejection reason that is not an error is wrapped in ``RejectionReasonError``.
  @inlinable public final var result: Result<Value, any Error>? { outcome }

  /// Permanently prevents this promise from being discarded when its last consumer detaches
  /// (spec 6.6).
  ///
  /// Call this method on a promise that is stored to be consumed again later. The owner can still
  /// discard the promise with ``Promise/discard()``.
  ///
  /// - Returns: This promise.
  @discardableResult
  public final func shared() -> Future<Value> {
    share()
    return self
  }

  /// Marks a rejection of this promise as handled (spec 8.2.5).
  ///
  /// The call counts as a consumer until this promise is settled.
  public final func ignoringErrors() {
    ignoreErrors()
  }
}

extension Future: CustomStringConvertible, CustomDebugStringConvertible {
  /// The type and the state, with the value or the error, whose unprintable characters are escaped.
  public final var description: String {
    switch peekedOutcome {
    case nil: "\(type(of: self))(pending)".escaped()
    case .success(let value): "\(type(of: self))(fulfilled: \(value))".escaped()
    case .failure(let error): "\(type(of: self))(rejected: \(error))".escaped()
    }
  }

  /// The description, the source location where the chain was started, and the label.
  public final var debugDescription: String {
    "\(description) from \(site.text(labeled: label))"
  }
}
