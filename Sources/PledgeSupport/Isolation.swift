// Functions with an isolation, `@isolated(any)`, as functions that the caller runs where they
// belong.
//
// SAFETY: both kinds of function consist of the same words and are called in the same way, because
// the isolation is stored in front of what the function captures. What is cast is a struct: a type
// with an isolation has metadata only on later systems. A class as the result keeps the convention
// of the call; in place of a generic result, both casts would allocate a wrapper.

/// Returns `body` without its isolation; the caller ensures that it runs there.
@inlinable @inline(__always)
public func withoutIsolation<Output: AnyObject>(
  _ body: @escaping @isolated(any) @Sendable () throws -> Output
) -> @Sendable () throws -> Output {
  unsafe unsafeBitCast(Isolated0(body: body), to: Plain0<Output>.self).body
}

/// Same as the function without parameters, for one.
public func withoutIsolation<Input, Output: AnyObject>(
  _ body: @escaping @isolated(any) @Sendable (Input) throws -> Output
) -> @Sendable (Input) throws -> Output {
  unsafe unsafeBitCast(Isolated1(body: body), to: Plain1<Input, Output>.self).body
}

@frozen @usableFromInline struct Isolated0<Output: AnyObject> {
  @usableFromInline let body: @isolated(any) @Sendable () throws -> Output

  @inlinable @inline(__always)
  init(body: @escaping @isolated(any) @Sendable () throws -> Output) { self.body = body }
}

@frozen @usableFromInline struct Plain0<Output: AnyObject> {
  @usableFromInline let body: @Sendable () throws -> Output
}

private struct Isolated1<Input, Output: AnyObject> {
  let body: @isolated(any) @Sendable (Input) throws -> Output
}

private struct Plain1<Input, Output: AnyObject> {
  let body: @Sendable (Input) throws -> Output
}
