internal import PledgeCore
public import PledgeSupport

// Closures that return a promise, called on their global actor (spec 10.2.8).
//
// Their parameters are `@isolated(any)`: an overload for the main actor would never be chosen,
// because the compiler looks at the isolation of a closure only after it has chosen the overload.

/// Returns a closure that calls `body` on its actor; without one, `body` itself.
@inlinable @inline(__always)
func onItsActor<Value: Sendable>(
  _ body: @escaping @isolated(any) @Sendable () throws -> Future<Value>
) -> @Sendable () throws -> Future<Value> {
  let plain = withoutIsolation(body)
  guard let actor = body.isolation else { return plain }
  return { started(on: actor, plain) }
}

/// Same as the function for a closure without parameters; several parameters become a tuple.
@usableFromInline
func onItsActor<Input: Sendable, Value: Sendable>(
  _ body: @escaping @isolated(any) @Sendable (Input) throws -> Future<Value>
) -> @Sendable (Input) throws -> Future<Value> {
  let plain = withoutIsolation(body)
  guard let actor = body.isolation else { return plain }
  return { input in started(on: actor) { try plain(input) } }
}

/// Returns a promise with the outcome of the one that `body` returns on `actor`.
///
/// On the main actor, `body` runs like a handler of a settled promise in the main-actor form.
@usableFromInline
func started<Value: Sendable>(
  on actor: any Actor,
  _ body: @escaping @Sendable () throws -> Future<Value>
) -> Future<Value> {
  if actor === MainActor.shared {
    let load = Load.caller
    return Promise(fulfilledWith: (), at: .unknown, by: .attempt)
      .flatMap(on: MainActor.shared) { try Load.run(for: load, body) }
  }
  // A discard cancels the task, which then detaches from what `body` has returned.
  return Promise(
    running: { _ in try await call(body, on: actor).value },
    at: .unknown,
    by: .attempt
  )
}

private func call<Output: Sendable>(
  _ body: @Sendable () throws -> Output,
  on _: isolated any Actor
) throws -> Output {
  try Task.checkCancellation()
  return try body()
}
