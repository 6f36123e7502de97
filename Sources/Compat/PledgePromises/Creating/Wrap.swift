public import Dispatch

// Functions with a completion handler. As in the original, the type of the handler tells which.

/// Returns a promise for the end of what `work` starts.
///
///     wrap { handler in view.animate(completion: handler) }
///
/// If the handler is dropped without having been called, the promise stays pending, unless
/// ``PromisesConfiguration/rejectsBrokenPromises`` is set. A second call does nothing.
///
/// - Parameters:
///   - queue: Where `work` runs, later.
///   - file: The place that reports name.
///   - line: The line of that place.
///   - work: Gets the handler to pass on, which may be called on any thread; if it throws, the
///     promise is rejected.
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

/// Same as `wrap` with a handler without arguments, for a value; one that is an error rejects.
@preconcurrency
public func wrap<Value>(
  on queue: DispatchQueue = .promises,
  file: StaticString = #fileID,
  line: UInt = #line,
  _ work: @escaping @Sendable (@escaping @Sendable (Value) -> Void) throws -> Void
) -> Promise<Value> {
  Promise(on: queue, file: file, line: line) { fulfill, _ in try work { fulfill($0) } }
}

/// Same as `wrap` with a handler without arguments, for a value or `nil`; an error rejects.
@preconcurrency
public func wrap<Value>(
  on queue: DispatchQueue = .promises,
  file: StaticString = #fileID,
  line: UInt = #line,
  _ work: @escaping @Sendable (@escaping @Sendable (Value?) -> Void) throws -> Void
) -> Promise<Value?> {
  Promise(on: queue, file: file, line: line) { fulfill, _ in try work { fulfill($0) } }
}

/// Same as `wrap` with a handler without arguments, for a value and perhaps an error, which counts.
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

/// Same as `wrap` with a handler without arguments, for perhaps an error, which counts, and
/// a value.
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

/// Same as `wrap` with a handler without arguments, for a value or an error, which
/// counts; with neither it is fulfilled with `nil`.
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

/// Same as `wrap` with a handler without arguments, for an error, which counts, or a
/// value; with neither it is fulfilled with `nil`.
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

/// Same as `wrap` with a handler without arguments, for two values or an error, which counts.
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
