// Calls that look right.

public import Pledge

/// Use the form with a closure.
@available(*, unavailable, message: "Pass the code to check: 'expectNothingPending { … }'.")
public func expectNothingPending(_ promises: AnyObject...) { preconditionFailure() }

/// Use the form with a closure.
@available(*, unavailable, message: "Pass the code to check: 'expectNothingPending { … }'.")
public func expectNothingPending(_ promises: AnyObject...) async throws { preconditionFailure() }

/// Use the value that is returned.
@available(*, unavailable, message: "It returns the value: '#expect(… == value)'.")
public func expectFulfilled<T>(_: Future<T>, with value: T) async throws { preconditionFailure() }

/// Use the type.
@available(*, unavailable, message: "Pass the type, 'with: Missing.self'; it returns the error.")
public func expectRejected<T>(_: Future<T>, with error: any Error) async throws {
  preconditionFailure()
}

/// Renamed to `expectRejected(_:with:within:fileID:filePath:line:column:)`.
@available(*, unavailable, renamed: "expectRejected(_:with:)") @discardableResult
public func expectRejected<T, E: Error>(_: Future<T>, throws: E.Type) async throws -> E {
  preconditionFailure()
}

/// Check each promise by itself.
@available(*, unavailable, message: "Check each promise by itself.")
public func expectPending<A, B>(_: Future<A>, _: Future<B>) { preconditionFailure() }

/// Use `expectSettles` or `isSettled`.
@available(*, unavailable, message: "Await 'expectSettles', or check 'isSettled' without waiting.")
public func expectSettled<T>(_: Future<T>) async throws { preconditionFailure() }

/// Use `expectRejected`.
@available(*, unavailable, message: "Use 'expectRejected(…, with: DiscardedError.self)'.")
public func expectDiscarded<T>(_: Future<T>) async throws { preconditionFailure() }

/// Use `within:`.
@available(*, unavailable, message: "Write 'explore(within: .orderings(5_000)) { … }'.")
public func explore(limit: Int, _ body: (Exploration.World) throws -> Void) throws {
  preconditionFailure()
}

extension Exploration.World {
  /// Use `context(_:)`.
  @available(*, unavailable, message: "Write 'world.context(\"user\").run(\"…\") { … }'.")
  public func event(_ name: String, _ body: () -> Void) { preconditionFailure() }
}

extension WorldClock {
  /// Time passes by itself.
  @available(*, unavailable, message: "Time passes in 'world.run()', from timer to timer.")
  public func advance(by duration: Duration) { preconditionFailure() }
}

extension Exploration.Report {
  /// Nothing failed.
  @available(*, unavailable, message: "'explore' throws an error if an ordering fails.")
  public var failures: [any Error] { preconditionFailure() }
}

extension Exploration.Outcome {
  /// Renamed to `value(_:)`.
  @available(*, unavailable, renamed: "value(_:)")
  public static func success(_ value: Value) -> Self { preconditionFailure() }

  /// Renamed to `error(_:)`.
  @available(*, unavailable, renamed: "error(_:)")
  public static func failure(_ error: any Error) -> Self { preconditionFailure() }
}

extension ManualClock.Instant {
  /// Use `offset`.
  @available(*, unavailable, message: "Compare 'offset': 'clock.now.offset == .seconds(3)'.")
  public static func seconds(_ seconds: Double) -> Self { preconditionFailure() }

  /// Renamed to `offset`.
  @available(*, unavailable, renamed: "offset")
  public var elapsed: Duration { preconditionFailure() }
}
