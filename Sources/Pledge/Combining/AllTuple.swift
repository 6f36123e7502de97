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
  let group = TupleGroup<(A?, B?), (A, B)>(
    of: 2,
    (nil, nil),
    at: Site(file, line),
    by: .all
  ) { ($0.0.stored, $0.1.stored) }
  group.reportWaiting(for: [a, b])
  return group.depending(
    on: .two(
      a.observed(with: group.value(at: .first)),
      b.observed(with: group.value(at: .values(A.self)))
    ),
    of: (a, b)
  )
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
  let group = TupleGroup<(A?, B?, C?), (A, B, C)>(
    of: 3,
    (nil, nil, nil),
    at: Site(file, line),
    by: .all
  ) { ($0.0.stored, $0.1.stored, $0.2.stored) }
  group.reportWaiting(for: [a, b, c])
  return group.depending(
    on: .many([
      a.observed(with: group.value(at: .first)),
      b.observed(with: group.value(at: .values(A.self))),
      c.observed(with: group.value(at: .values(A.self, B.self))),
    ]),
    of: (a, b, c)
  )
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
  let group = TupleGroup<(A?, B?, C?, D?), (A, B, C, D)>(
    of: 4,
    (nil, nil, nil, nil),
    at: Site(file, line),
    by: .all
  ) { ($0.0.stored, $0.1.stored, $0.2.stored, $0.3.stored) }
  group.reportWaiting(for: [a, b, c, d])
  return group.depending(
    on: .many([
      a.observed(with: group.value(at: .first)),
      b.observed(with: group.value(at: .values(A.self))),
      c.observed(with: group.value(at: .values(A.self, B.self))),
      d.observed(with: group.value(at: .values(A.self, B.self, C.self))),
    ]),
    of: (a, b, c, d)
  )
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
  let group = TupleGroup<(A?, B?, C?, D?, E?), (A, B, C, D, E)>(
    of: 5,
    (nil, nil, nil, nil, nil),
    at: Site(file, line),
    by: .all
  ) { ($0.0.stored, $0.1.stored, $0.2.stored, $0.3.stored, $0.4.stored) }
  group.reportWaiting(for: [a, b, c, d, e])
  return group.depending(
    on: .many([
      a.observed(with: group.value(at: .first)),
      b.observed(with: group.value(at: .values(A.self))),
      c.observed(with: group.value(at: .values(A.self, B.self))),
      d.observed(with: group.value(at: .values(A.self, B.self, C.self))),
      e.observed(with: group.value(at: .values(A.self, B.self, C.self, D.self))),
    ]),
    of: (a, b, c, d, e)
  )
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
  let group = TupleGroup<(A?, B?, C?, D?, E?, F?), (A, B, C, D, E, F)>(
    of: 6,
    (nil, nil, nil, nil, nil, nil),
    at: Site(file, line),
    by: .all
  ) { ($0.0.stored, $0.1.stored, $0.2.stored, $0.3.stored, $0.4.stored, $0.5.stored) }
  group.reportWaiting(for: [a, b, c, d, e, f])
  return group.depending(
    on: .many([
      a.observed(with: group.value(at: .first)),
      b.observed(with: group.value(at: .values(A.self))),
      c.observed(with: group.value(at: .values(A.self, B.self))),
      d.observed(with: group.value(at: .values(A.self, B.self, C.self))),
      e.observed(with: group.value(at: .values(A.self, B.self, C.self, D.self))),
      f.observed(with: group.value(at: .values(A.self, B.self, C.self, D.self, E.self))),
    ]),
    of: (a, b, c, d, e, f)
  )
}
