public import Dispatch

// Functions with a completion handler. As in the original, the type of the handler selects the
// overload.

/// Returns a promise for the completion of `work`.
///
///     wrap { handler in view.animate(completion: handler) }
///
/// If the handler is released without having been called, the promise stays pending, unless
/// ``PromisesConfiguration/rejectsBrokenPromises`` is set. A second call has no effect.
///
/// - Parameters:
///   - queue: Where `work` runs, asynchronously.
///   - file: The source file shown in diagnostics.
///   - line: The source line shown in diagnostics.
///   - work: Receives the completion handler, which is thread-safe. If `work` throws, the promise
///     is rejected.
/// - Returns: A promise that is fulfilled with `nil`, which handlers receive as `NSNull`, as in the
///   original.
@preconcurrency
public func wrap(
  on queue: DispatchQueue = .promises,
  file: StaticString = #fileID,
  line: UInt = #line,
  _ work: @escaping @Sendable (@escaping @Sendable () -> Void) throws -> Void
) -> Promise<Any?> {
  Promise(on: queue, file: file, line: line) { fulfill, _ in try work { fulfill(nil) } }
}

/// Same as `wrap` with a handler without arguments, for a value.
///
/// A value that is an error rejects.
@preconcurrency
public func wrap<Value>(
  on queue: DispatchQueue = .promises,
  file: StaticString = #fileID,
  line: UInt = #line,
  _ work: @escaping @Sendable (@escaping @Sendable (Value) -> Void) throws -> Void
) -> Promise<Value> {
  Promise(on: queue, file: file, line: line) { fulfill, _ in try work { fulfill($0) } }
}

/// Same as `wrap` with a handler without arguments, for a value or `nil`.
///
/// A value that is an error rejects.
@preconcurrency
public func wrap<Value>(
  on queue: DispatchQueue = .promises,
  file: StaticString = #fileID,
  line: UInt = #line,
  _ work: @escaping @Sendable (@escaping @Sendable (Value?) -> Void) throws -> Void
) -> Promise<Value?> {
  Promise(on: queue, file: file, line: line) { fulfill, _ in try work { fulfill($0) } }
}

/// Same as `wrap` with a handler without arguments, for a value and an optional error.
///
/// An error takes precedence.
@preconcurrency
public func wrap<Value>(
  on queue: DispatchQueue = .promises,
  file: StaticString = #fileID,
  line: UInt = #line,
  _ work: @escaping @Sendable (@escaping @Sendable (Value, (any Error)?) -> Void) throws -> Void
) -> Promise<Value> {
  Promise(on: queue, file: file, line: line) { fulfill, reject in
    try work { value, error in error.map(reject) ?? fulfill(value) }
  }
}

/// Same as `wrap` with a handler without arguments, for an optional error and a value.
///
/// An error takes precedence.
@preconcurrency
public func wrap<Value>(
  on queue: DispatchQueue = .promises,
  file: StaticString = #fileID,
  line: UInt = #line,
  _ work: @escaping @Sendable (@escaping @Sendable ((any Error)?, Value) -> Void) throws -> Void
) -> Promise<Value> {
  Promise(on: queue, file: file, line: line) { fulfill, reject in
    try work { error, value in error.map(reject) ?? fulfill(value) }
  }
}

/// Same as `wrap` with a handler without arguments, for an optional value and an optional error.
///
/// An error takes precedence; with neither, the promise is fulfilled with `nil`.
@preconcurrency
public func wrap<Value>(
  on queue: DispatchQueue = .promises,
  file: StaticString = #fileID,
  line: UInt = #line,
  _ work: @escaping @Sendable (@escaping @Sendable (Value?, (any Error)?) -> Void) throws -> Void
) -> Promise<Value?> {
  Promise(on: queue, file: file, line: line) { fulfill, reject in
    try work { value, error in error.map(reject) ?? fulfill(value) }
  }
}

/// Same as `wrap` with a handler without arguments, for an optional error and an optional value.
///
/// An error takes precedence; with neither, the promise is fulfilled with `nil`.
@preconcurrency
public func wrap<Value>(
  on queue: DispatchQueue = .promises,
  file: StaticString = #fileID,
  line: UInt = #line,
  _ work: @escaping @Sendable (@escaping @Sendable ((any Error)?, Value?) -> Void) throws -> Void
) -> Promise<Value?> {
  Promise(on: queue, file: file, line: line) { fulfill, reject in
    try work { error, value in error.map(reject) ?? fulfill(value) }
  }
}

/// Same as `wrap` with a handler without arguments, for two optional values and an optional error.
///
/// An error takes precedence.
@preconcurrency
public func wrap<Value1, Value2>(
  on queue: DispatchQueue = .promises,
  file: StaticString = #fileID,
  line: UInt = #line,
  _ work:
    @escaping @Sendable (@escaping @Sendable (Value1?, Value2?, (any Error)?) -> Void) throws ->
    Void
) -> Promise<(Value1?, Value2?)> {
  Promise(on: queue, file: file, line: line) { fulfill, reject in
    try work { first, second, error in error.map(reject) ?? fulfill((first, second)) }
  }
}
