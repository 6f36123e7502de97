public import PledgeCore

// `allSettled` of two to six promises. The form for any number is not specialized for its types.
// They are compiled into the programs that call them, and take no space in others.

/// Same as ``allSettled(_:file:line:)->Promise<(Result<Value,Error>)>``, for two promises, at a
/// lower cost.
@_alwaysEmitIntoClient
public func allSettled<A: Sendable, B: Sendable>(
  _ a: Future<A>,
  _ b: Future<B>,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<(Result<A, any Error>, Result<B, any Error>)> {
  combined(OutcomeOf(a, OutcomeOf(b, NoMember())), at: Site(file, line), by: .allSettled) {
    ($0.0, $0.1.0)
  }
}

/// Same as ``allSettled(_:file:line:)->Promise<(Result<Value,Error>)>``, for three promises, at a
/// lower cost.
@_alwaysEmitIntoClient
public func allSettled<A: Sendable, B: Sendable, C: Sendable>(
  _ a: Future<A>,
  _ b: Future<B>,
  _ c: Future<C>,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<(Result<A, any Error>, Result<B, any Error>, Result<C, any Error>)> {
  combined(
    OutcomeOf(a, OutcomeOf(b, OutcomeOf(c, NoMember()))),
    at: Site(file, line),
    by: .allSettled
  ) {
    ($0.0, $0.1.0, $0.1.1.0)
  }
}

/// Same as ``allSettled(_:file:line:)->Promise<(Result<Value,Error>)>``, for four promises, at a
/// lower cost.
@_alwaysEmitIntoClient
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
  combined(
    OutcomeOf(a, OutcomeOf(b, OutcomeOf(c, OutcomeOf(d, NoMember())))),
    at: Site(file, line),
    by: .allSettled
  ) {
    ($0.0, $0.1.0, $0.1.1.0, $0.1.1.1.0)
  }
}

/// Same as ``allSettled(_:file:line:)->Promise<(Result<Value,Error>)>``, for five promises, at a
/// lower cost.
@_alwaysEmitIntoClient
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
  combined(
    OutcomeOf(a, OutcomeOf(b, OutcomeOf(c, OutcomeOf(d, OutcomeOf(e, NoMember()))))),
    at: Site(file, line),
    by: .allSettled
  ) {
    ($0.0, $0.1.0, $0.1.1.0, $0.1.1.1.0, $0.1.1.1.1.0)
  }
}

/// Same as ``allSettled(_:file:line:)->Promise<(Result<Value,Error>)>``, for six promises, at a
/// lower cost.
@_alwaysEmitIntoClient
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
  combined(
    OutcomeOf(a, OutcomeOf(b, OutcomeOf(c, OutcomeOf(d, OutcomeOf(e, OutcomeOf(f, NoMember())))))),
    at: Site(file, line),
    by: .allSettled
  ) {
    ($0.0, $0.1.0, $0.1.1.0, $0.1.1.1.0, $0.1.1.1.1.0, $0.1.1.1.1.1.0)
  }
}
