/// Returns a future of what a callback brings, which takes a value or an error.
///
///     let user: Future<User, NSError> = materialize { sdk.load($0) }
///
/// - Parameters:
///   - file: The place that reports name.
///   - line: The line of that place.
///   - scope: Runs at once, with the callback. With both the value counts; with neither the future never
///     completes.
/// - Returns: A future, completed on the thread that calls back.
@preconcurrency
public func materialize<T, E: Error>(
  file: StaticString = #fileID,
  line: UInt = #line,
  _ scope: (_ callback: @escaping @Sendable (T?, E?) -> Void) -> Void
) -> Future<T, E> {
  let producer = Producer<Result<T, E>>(file: file, line: line)
  scope { value, error in
    if let value {
      producer.complete(.success(value))
    } else if let error {
      producer.complete(.failure(error))
    }
  }
  return Future(producer.core)
}

/// Same as ``materialize(file:line:_:)-(_,_,((T?,E?)->Void)->Void)``, for a callback that takes a value
/// alone.
@preconcurrency
public func materialize<T>(
  file: StaticString = #fileID,
  line: UInt = #line,
  _ scope: (_ callback: @escaping @Sendable (T) -> Void) -> Void
) -> Future<T, Never> {
  let producer = Producer<Result<T, Never>>(file: file, line: line)
  scope { producer.complete(.success($0)) }
  return Future(producer.core)
}

/// Same as ``materialize(file:line:_:)-(_,_,((T?,E?)->Void)->Void)``, for a callback that takes an error
/// or nothing, which is a success.
@preconcurrency
public func materialize<E: Error>(
  file: StaticString = #fileID,
  line: UInt = #line,
  _ scope: (_ callback: @escaping @Sendable (E?) -> Void) -> Void
) -> Future<Void, E> {
  let producer = Producer<Result<Void, E>>(file: file, line: line)
  scope { error in producer.complete(error.map(Result.failure) ?? .success(())) }
  return Future(producer.core)
}
