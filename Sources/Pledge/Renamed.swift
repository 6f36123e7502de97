// Names from other libraries and earlier versions. The compiler offers the current name as a fix.

extension Promise {
  /// Renamed to ``resolve(_:)``.
  @available(*, unavailable, renamed: "resolve(_:)")
  public func fulfill(_ value: Value) { preconditionFailure() }

  /// Renamed to ``resolve(_:)``.
  @available(*, unavailable, renamed: "resolve(_:)")
  public func fulfil(_ value: Value) { preconditionFailure() }

  /// Renamed to ``resolve(_:)``.
  @available(*, unavailable, renamed: "resolve(_:)")
  public func success(_ value: Value) { preconditionFailure() }

  /// Renamed to ``settle(with:)``.
  @available(*, unavailable, renamed: "settle(with:)")
  public func complete(_ result: Result<Value, any Error>) { preconditionFailure() }
}

extension Resolver {
  /// Renamed to ``resolve(_:)``.
  @available(*, unavailable, renamed: "resolve(_:)")
  public func fulfill(_ value: Value) { preconditionFailure() }

  /// Renamed to ``resolve(_:)``.
  @available(*, unavailable, renamed: "resolve(_:)")
  public func fulfil(_ value: Value) { preconditionFailure() }

  /// Renamed to ``resolve(_:)``.
  @available(*, unavailable, renamed: "resolve(_:)")
  public func success(_ value: Value) { preconditionFailure() }

  /// Renamed to ``settle(with:)``.
  @available(*, unavailable, renamed: "settle(with:)")
  public func complete(_ result: Result<Value, any Error>) { preconditionFailure() }

  /// Renamed to ``settle(with:)``.
  @available(*, unavailable, renamed: "settle(with:)")
  public func settle(_ result: Result<Value, any Error>) { preconditionFailure() }
}

extension Resolver where Value == Void {
  /// Renamed to ``resolve()``.
  @available(*, unavailable, renamed: "resolve()")
  public func fulfill() { preconditionFailure() }
}

extension SingleFlight {
  /// Renamed to ``value(for:_:)``.
  @available(*, unavailable, renamed: "value(for:_:)")
  public func load(_ key: Key, _ load: () throws -> Future<Value>) -> Promise<Value> {
    preconditionFailure()
  }
}

/// Renamed to ``UnhandledRejections``.
@available(*, unavailable, renamed: "UnhandledRejections")
public typealias UnheardRejections = UnhandledRejections

/// Renamed to ``BrokenPromiseError``.
@available(*, unavailable, renamed: "BrokenPromiseError")
public typealias Abandoned = BrokenPromiseError

/// Renamed to ``DiscardedError``.
@available(*, unavailable, renamed: "DiscardedError")
public typealias Discarded = DiscardedError

/// Renamed to ``RejectionReasonError``.
@available(*, unavailable, renamed: "RejectionReasonError")
public typealias RejectionReason = RejectionReasonError
