#if Macros
/// Adds, next to a function that ends with a completion handler, one that returns a promise.
///
///     @Promised
///     func load(_ id: Int, completion: @escaping @Sendable (User?, (any Error)?) -> Void) -> Transfer {
///       start(id, completion)
///     }
///
///     api.load(1).map { "Hello \($0.name)" }
///
/// The new function has the same name, access, attributes that matter, and parameters, without the
/// handler, but with `file` and `line`, which reports name. It calls the function at once, on the
/// actor that this belongs to; the handler may be called on any thread. Its first call settles the
/// promise, any other is an event for observers (spec 2.3.1):
///
/// - An error rejects, even beside a value; without one, the values fulfil the promise, as a tuple if
///   there are several. Neither rejects with ``/Pledge/NoOutcomeError``, which names the function.
/// - A `Result` settles it; a handler without an error fulfils it with what it gets.
/// - What the function throws rejects; a handler that is dropped, with ``/Pledge/BrokenPromiseError`` (spec 7.1.1).
/// - What the function returns is cancelled, by its `cancel()`, when the promise is discarded.
///
/// Values have to be `Sendable`. What cannot be wrapped is an error when compiling, with a remedy. For
/// the requirements of a protocol there is ``PromisedRequirements()``.
@attached(peer, names: overloaded)
public macro Promised() = #externalMacro(module: "PledgeMacrosPlugin", type: "PromisedMacro")

/// Adds, to an extension of a protocol, what ``Promised()`` adds next to a function, for each
/// requirement that ends with a completion handler.
///
///     @PromisedRequirements
///     protocol AvatarService {
///       func avatar(of user: User, completion: @escaping @Sendable (Result<String, any Error>) -> Void)
///     }
///
///     service.avatar(of: user)
///
/// Conforming types implement what they did before. Requirements without a completion handler, which
/// is `@escaping` or optional, stay as they are; one that has a handler and cannot be wrapped is left
/// out, with a warning.
@attached(extension, names: arbitrary)
public macro PromisedRequirements() =
  #externalMacro(module: "PledgeMacrosPlugin", type: "PromisedRequirementsMacro")
#endif
