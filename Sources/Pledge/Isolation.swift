public import PledgeSupport

internal import PledgeCore

// Closures that return a promise, called on their global actor (spec 10.2.8).
//
// Their parameters are `@isolated(any)`: an overload for the main actor would never be chosen, because
// the compiler looks at the isolation of a closure only after it has chosen the overload.

/// Returns a closure that calls `body` on its actor; without one, `body` itself.
@inlinable @inline(__always)
func onItsActor<Value: Sendable>(
  _ body: @escaping @isolated(any) @Sendable () throws -> Future<Value>
) -> @Sendable () throws -> Future<Value> {
  let plain = withoutIsolation(body)
  guard let actor = body.isolation else { return plain }
  return { started(on: actor, plain) }
}

/// Same as the function for a closure without parameters, for one.
@inlinable
func onItsActor<Input: Sendable, Value: Sendable>(
  _ body: @escaping @isolated(any) @Sendable (Input) throws -> Future<Value>
) -> @Sendable (Input) throws -> Future<Value> {
  let plain = withoutIsolation(body)
  guard let actor = body.isolation else { return plain }
  return { input in started(on: actor) { try plain(input) } }
}

/// Same as the function for a closure without parameters, for two.
@inlinable
func onItsActor<First: Sendable, Second: Sendable, Value: Sendable>(
  _ body: @escaping @isolated(any) @Sendable (First, Second) throws -> Future<Value>
) -> @Sendable (First, Second) throws -> Future<Value> {
  let plain = withoutIsolation(body)
  guard let actor = body.isolation else { return plain }
  return { first, second in started(on: actor) { try plain(first, second) } }
}

/// Returns a promise with the outcome of the one that `body` returns on `actor`.
///
/// On the main actor, `body` runs like a handler of a settled promise in the main-actor form.
@usableFromInline
func started<Value: Sendable>(
  on actor: any Actor,
  _ body: @escaping @Sendable () throws -> Future<Value>
) -> Future<Value> {
  guard actor === MainActor.shared else {
    return Promise(running: { _ in try await call(body, on: actor) }, at: .unknown, by: .attempt)
      .flatten()
  }
  let load = Load.caller
  return Promise(fulfilledWith: (), at: .unknown, by: .attempt)
    .flatMap(on: MainActor.shared) { try Load.run(for: load, body) }
}

private func call<Value: Sendable>(
  _ body: @Sendable () throws -> Future<Value>,
  on _: isolated any Actor
) throws -> Future<Value> {
  try body()
}
