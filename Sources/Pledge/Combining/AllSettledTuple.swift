public import PledgeCore

// `allSettled` of two to six promises: the compiler infers their types where it fails for a pack.

/// Same as ``allSettled(_:file:line:)->Promise<(Result<Value,Error>)>``, for two promises, at a
/// lower cost.
@inlinable
public func allSettled<A: Sendable, B: Sendable>(
  _ a: Future<A>,
  _ b: Future<B>,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<(Result<A, any Error>, Result<B, any Error>)> {
  let pair = Pair<Result<A, any Error>, Result<B, any Error>>(
    at: Site(file, line),
    by: .allSettled
  )
  return pair.combining(a, b) {
    pair.accept(first: $0)
  } second: {
    pair.accept(second: $0)
  }
}

/// Same as ``allSettled(_:file:line:)->Promise<(Result<Value,Error>)>``, for three promises.
public func allSettled<A: Sendable, B: Sendable, C: Sendable>(
  _ a: Future<A>,
  _ b: Future<B>,
  _ c: Future<C>,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<(Result<A, any Error>, Result<B, any Error>, Result<C, any Error>)> {
  allSettled(a, b, c, at: Site(file, line))
}

/// Same as ``allSettled(_:file:line:)->Promise<(Result<Value,Error>)>``, for four promises.
public func allSettled<A: Sendable, B: Sendable, C: Sendable, D: Sendable>(
  _ a: Future<A>,
  _ b: Future<B>,
  _ c: Future<C>,
  _ d: Future<D>,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<
  (Result<A, any Error>, Result<B, any Error>, Result<C, any Error>, Result<D, any Error>)
> {
  allSettled(a, b, c, d, at: Site(file, line))
}

/// Same as ``allSettled(_:file:line:)->Promise<(Result<Value,Error>)>``, for five promises.
public func allSettled<A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable>(
  _ a: Future<A>,
  _ b: Future<B>,
  _ c: Future<C>,
  _ d: Future<D>,
  _ e: Future<E>,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<
  (
    Result<A, any Error>, Result<B, any Error>, Result<C, any Error>, Result<D, any Error>,
    Result<E, any Error>
  )
> {
  allSettled(a, b, c, d, e, at: Site(file, line))
}

/// Same as ``allSettled(_:file:line:)->Promise<(Result<Value,Error>)>``, for six promises.
public func allSettled<
  A: Sendable,
  B: Sendable,
  C: Sendable,
  D: Sendable,
  E: Sendable,
  F: Sendable
>(
  _ a: Future<A>,
  _ b: Future<B>,
  _ c: Future<C>,
  _ d: Future<D>,
  _ e: Future<E>,
  _ f: Future<F>,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<
  (
    Result<A, any Error>, Result<B, any Error>, Result<C, any Error>, Result<D, any Error>,
    Result<E, any Error>, Result<F, any Error>
  )
> {
  allSettled(a, b, c, d, e, f, at: Site(file, line))
}
