public import PledgeCore

// `all` of two to six promises. The form for any number is not specialized for its types.
// They are compiled into the programs that call them, and take no space in others.

/// Same as ``all(_:file:line:)->Promise<(Value)>``, for two promises, at a lower cost.
@_alwaysEmitIntoClient
public func all<A: Sendable, B: Sendable>(
  _ a: Future<A>,
  _ b: Future<B>,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<(A, B)> {
  combined(ValueOf(a, ValueOf(b, NoMember())), at: Site(file, line), by: .all) {
    ($0.0, $0.1.0)
  }
}

/// Same as ``all(_:file:line:)->Promise<(Value)>``, for three promises, at a lower cost.
@_alwaysEmitIntoClient
public func all<A: Sendable, B: Sendable, C: Sendable>(
  _ a: Future<A>,
  _ b: Future<B>,
  _ c: Future<C>,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<(A, B, C)> {
  combined(ValueOf(a, ValueOf(b, ValueOf(c, NoMember()))), at: Site(file, line), by: .all) {
    ($0.0, $0.1.0, $0.1.1.0)
  }
}

/// Same as ``all(_:file:line:)->Promise<(Value)>``, for four promises, at a lower cost.
@_alwaysEmitIntoClient
public func all<A: Sendable, B: Sendable, C: Sendable, D: Sendable>(
  _ a: Future<A>,
  _ b: Future<B>,
  _ c: Future<C>,
  _ d: Future<D>,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<(A, B, C, D)> {
  combined(
    ValueOf(a, ValueOf(b, ValueOf(c, ValueOf(d, NoMember())))),
    at: Site(file, line),
    by: .all
  ) {
    ($0.0, $0.1.0, $0.1.1.0, $0.1.1.1.0)
  }
}

/// Same as ``all(_:file:line:)->Promise<(Value)>``, for five promises, at a lower cost.
@_alwaysEmitIntoClient
public func all<A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable>(
  _ a: Future<A>,
  _ b: Future<B>,
  _ c: Future<C>,
  _ d: Future<D>,
  _ e: Future<E>,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<(A, B, C, D, E)> {
  combined(
    ValueOf(a, ValueOf(b, ValueOf(c, ValueOf(d, ValueOf(e, NoMember()))))),
    at: Site(file, line),
    by: .all
  ) {
    ($0.0, $0.1.0, $0.1.1.0, $0.1.1.1.0, $0.1.1.1.1.0)
  }
}

/// Same as ``all(_:file:line:)->Promise<(Value)>``, for six promises, at a lower cost.
@_alwaysEmitIntoClient
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
  combined(
    ValueOf(a, ValueOf(b, ValueOf(c, ValueOf(d, ValueOf(e, ValueOf(f, NoMember())))))),
    at: Site(file, line),
    by: .all
  ) {
    ($0.0, $0.1.0, $0.1.1.0, $0.1.1.1.0, $0.1.1.1.1.0, $0.1.1.1.1.1.0)
  }
}
