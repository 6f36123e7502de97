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
  let group = TupleGroup<(Outcome<A>?, Outcome<B>?), (Outcome<A>, Outcome<B>)>(
    of: 2,
    (nil, nil),
    at: Site(file, line),
    by: .allSettled
  ) { ($0.0.stored, $0.1.stored) }
  group.reportWaiting(for: [a, b])
  return group.depending(
    on: .two(
      a.observed(with: group.outcome(at: .first)),
      b.observed(with: group.outcome(at: .values(Outcome<A>.self)))
    ),
    of: (a, b)
  )
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
  let group = TupleGroup<
    (Outcome<A>?, Outcome<B>?, Outcome<C>?),
    (Outcome<A>, Outcome<B>, Outcome<C>)
  >(
    of: 3,
    (nil, nil, nil),
    at: Site(file, line),
    by: .allSettled
  ) { ($0.0.stored, $0.1.stored, $0.2.stored) }
  group.reportWaiting(for: [a, b, c])
  return group.depending(
    on: .many([
      a.observed(with: group.outcome(at: .first)),
      b.observed(with: group.outcome(at: .values(Outcome<A>.self))),
      c.observed(with: group.outcome(at: .values(Outcome<A>.self, Outcome<B>.self))),
    ]),
    of: (a, b, c)
  )
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
  let group = TupleGroup<
    (Outcome<A>?, Outcome<B>?, Outcome<C>?, Outcome<D>?),
    (Outcome<A>, Outcome<B>, Outcome<C>, Outcome<D>)
  >(
    of: 4,
    (nil, nil, nil, nil),
    at: Site(file, line),
    by: .allSettled
  ) { ($0.0.stored, $0.1.stored, $0.2.stored, $0.3.stored) }
  group.reportWaiting(for: [a, b, c, d])
  return group.depending(
    on: .many([
      a.observed(with: group.outcome(at: .first)),
      b.observed(with: group.outcome(at: .values(Outcome<A>.self))),
      c.observed(with: group.outcome(at: .values(Outcome<A>.self, Outcome<B>.self))),
      d.observed(
        with: group.outcome(at: .values(Outcome<A>.self, Outcome<B>.self, Outcome<C>.self))
      ),
    ]),
    of: (a, b, c, d)
  )
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
  let group = TupleGroup<
    (Outcome<A>?, Outcome<B>?, Outcome<C>?, Outcome<D>?, Outcome<E>?),
    (Outcome<A>, Outcome<B>, Outcome<C>, Outcome<D>, Outcome<E>)
  >(
    of: 5,
    (nil, nil, nil, nil, nil),
    at: Site(file, line),
    by: .allSettled
  ) { ($0.0.stored, $0.1.stored, $0.2.stored, $0.3.stored, $0.4.stored) }
  group.reportWaiting(for: [a, b, c, d, e])
  return group.depending(
    on: .many([
      a.observed(with: group.outcome(at: .first)),
      b.observed(with: group.outcome(at: .values(Outcome<A>.self))),
      c.observed(with: group.outcome(at: .values(Outcome<A>.self, Outcome<B>.self))),
      d.observed(
        with: group.outcome(at: .values(Outcome<A>.self, Outcome<B>.self, Outcome<C>.self))
      ),
      e.observed(
        with: group.outcome(
          at: .values(Outcome<A>.self, Outcome<B>.self, Outcome<C>.self, Outcome<D>.self)
        )
      ),
    ]),
    of: (a, b, c, d, e)
  )
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
  let group = TupleGroup<
    (Outcome<A>?, Outcome<B>?, Outcome<C>?, Outcome<D>?, Outcome<E>?, Outcome<F>?),
    (Outcome<A>, Outcome<B>, Outcome<C>, Outcome<D>, Outcome<E>, Outcome<F>)
  >(
    of: 6,
    (nil, nil, nil, nil, nil, nil),
    at: Site(file, line),
    by: .allSettled
  ) { ($0.0.stored, $0.1.stored, $0.2.stored, $0.3.stored, $0.4.stored, $0.5.stored) }
  group.reportWaiting(for: [a, b, c, d, e, f])
  return group.depending(
    on: .many([
      a.observed(with: group.outcome(at: .first)),
      b.observed(with: group.outcome(at: .values(Outcome<A>.self))),
      c.observed(with: group.outcome(at: .values(Outcome<A>.self, Outcome<B>.self))),
      d.observed(
        with: group.outcome(at: .values(Outcome<A>.self, Outcome<B>.self, Outcome<C>.self))
      ),
      e.observed(
        with: group.outcome(
          at: .values(Outcome<A>.self, Outcome<B>.self, Outcome<C>.self, Outcome<D>.self)
        )
      ),
      f.observed(
        with: group.outcome(
          at: .values(
            Outcome<A>.self,
            Outcome<B>.self,
            Outcome<C>.self,
            Outcome<D>.self,
            Outcome<E>.self
          )
        )
      ),
    ]),
    of: (a, b, c, d, e, f)
  )
}

/// An element of the tuple.
@usableFromInline typealias Outcome<Value> = Result<Value, any Error>
