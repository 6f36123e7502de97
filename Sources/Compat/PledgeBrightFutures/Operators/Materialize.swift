/// Returns a future for the outcome of a callback that receives a value or an error.
///
///     let user: Future<User, NSError> = materialize { sdk.load($0) }
///
/// - Parameters:
///   - file: The source file shown in diagnostics.
///   - line: The source line shown in diagnostics.
///   - scope: Runs synchronously and receives the callback. If the callback receives both, the
///     value counts; if it receives neither, the future never completes.
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

/// Same as ``materialize(file:line:_:)-(_,_,((T?,E?)->Void)->Void)``, for a callback that receives
/// a value alone.
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

/// Same as ``materialize(file:line:_:)-(_,_,((T?,E?)->Void)->Void)``, for a callback that receives
/// an error, or `nil` on success.
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
