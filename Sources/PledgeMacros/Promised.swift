#if Macros
/// Adds an overload that returns a promise to a function with a completion handler.
///
///     @Promised
///     func load(
///       _ id: Int,
///       completion: @escaping @Sendable (User?, (any Error)?) -> Void
///     ) -> Transfer {
///       start(id, completion)
///     }
///
///     api.load(1).map { "Hello \($0.name)" }
///
/// The overload has the same name, access, relevant attributes, and parameters, except that `file`
/// and `line`, which are shown in diagnostics, replace the handler. It calls the function
/// immediately, on the actor that the function belongs to. The handler may be called on any thread.
/// Its first call settles the promise; observers are informed of any other (spec 2.3.1):
///
/// - An error rejects the promise, even if there are values. Without an error, the values fulfill
///   it, as a tuple if there are several. If there is neither, it is rejected with
///   ``/Pledge/NoOutcomeError``, with the name of the function.
/// - A `Result` settles the promise; the value of a handler without an error fulfills it.
/// - An error thrown by the function rejects the promise. If the handler is released without a
///   call, the promise is rejected with ``/Pledge/BrokenPromiseError`` (spec 7.1.1).
/// - An object returned by the function is canceled with its `cancel()` when the promise is
///   discarded.
///
/// Values have to be `Sendable`. If the function cannot be wrapped, the compiler reports an error
/// with a remedy. For the requirements of a protocol, use ``PromisedRequirements()``.
@attached(peer, names: overloaded)
public macro Promised() = #externalMacro(module: "PledgeMacrosPlugin", type: "PromisedMacro")

/// Adds promise-returning overloads to a protocol, in an extension.
///
/// The overloads are those that ``Promised()`` would add to each requirement with a completion
/// handler.
///
///     @PromisedRequirements
///     protocol AvatarService {
///       func avatar(
///         of user: User,
///         completion: @escaping @Sendable (Result<String, any Error>) -> Void
///       )
///     }
///
///     service.avatar(of: user)
///
/// Conforming types do not change. Requirements without a completion handler, which must be
/// `@escaping` or optional, are ignored. A requirement that has a handler but cannot be wrapped is
/// left out with a warning.
@attached(extension, names: arbitrary)
public macro PromisedRequirements() =
  #externalMacro(module: "PledgeMacrosPlugin", type: "PromisedRequirementsMacro")
#endif
