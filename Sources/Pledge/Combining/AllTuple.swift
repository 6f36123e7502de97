public import PledgeCore

// `all` of two to six promises: the compiler infers their types where it fails for a pack.

/// Same as ``all(_:file:line:)->Promise<(Value)>``, for two promises, at a lower cost.
@inlinable
public func all<A: Sendable, B: Sendable>(
  _ a: Future<A>,
  _ b: Future<B>,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<(A, B)> {
  all(a, b, at: Site(file, line))
}

@inlinable
func all<A: Sendable, B: Sendable>(
  _ a: Future<A>,
  _ b: Future<B>,
  at site: Site
) -> Promise<(A, B)> {
  let pair = Pair<A, B>(at: site, by: .all)
  return pair.combining(a, b) { outcome in
    switch outcome {
    case .success(let value): pair.accept(first: value)
    case .failure(let error): pair.reject(with: error)
    }
  } second: { outcome in
    switch outcome {
    case .success(let value): pair.accept(second: value)
    case .failure(let error): pair.reject(with: error)
    }
  }
}

/// Same as ``all(_:file:line:)->Promise<(Value)>``, for three promises.
public func all<A: Sendable, B: Sendable, C: Sendable>(
  _ a: Future<A>,
  _ b: Future<B>,
  _ c: Future<C>,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<(A, B, C)> {
  all(a, b, c, at: Site(file, line))
}

/// Same as ``all(_:file:line:)->Promise<(Value)>``, for four promises.
public func all<A: Sendable, B: Sendable, C: Sendable, D: Sendable>(
  _ a: Future<A>,
  _ b: Future<B>,
  _ c: Future<C>,
  _ d: Future<D>,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<(A, B, C, D)> {
  all(a, b, c, d, at: Site(file, line))
}

/// Same as ``all(_:file:line:)->Promise<(Value)>``, for five promises.
public func all<A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable>(
  _ a: Future<A>,
  _ b: Future<B>,
  _ c: Future<C>,
  _ d: Future<D>,
  _ e: Future<E>,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<(A, B, C, D, E)> {
  all(a, b, c, d, e, at: Site(file, line))
}

/// Same as ``all(_:file:line:)->Promise<(Value)>``, for six promises.
public func all<A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable>(
  _ a: Future<A>,
  _ b: Future<B>,
  _ c: Future<C>,
  _ d: Future<D>,
  _ e: Future<E>,
  _ f: Future<F>,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<(A, B, C, D, E, F)> {
  all(a, b, c, d, e, f, at: Site(file, line))
}
