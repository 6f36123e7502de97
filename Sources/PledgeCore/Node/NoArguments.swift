/// The parameter of a closure that takes no arguments.
///
/// `Promise { … }` accepts closures with a resolver and closures without parameters. If the latter
/// were declared as `() -> Value`, the compiler would answer a misspelled method of the resolver by
/// complaining about the number of parameters. With one parameter in each closure, it names the
/// method. The closures that you write are the same: `Promise { try await fetch(1) }`.
public typealias NoArguments = Void

/// The type of a parameter that is never given.
///
/// It is a function, so the compiler does not take the closure of `Promise { try await fetch(1) }`
/// for the value of `Promise(value:)`.
public typealias NoClosure = (Never) -> Never
