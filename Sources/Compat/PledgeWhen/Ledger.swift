internal import Pledge

typealias Outcome<T> = Swift.Result<UncheckedSendable<T>, any Error>

/// The outcome of a promise, and the handlers that have not been called.
struct Ledger<T>: Sendable {
  /// The last outcome, or `nil` while the promise is pending.
  var outcome: Outcome<T>?
  /// The error of a broken source, which breaks the promise if it is deallocated while pending.
  var brokenPromise: (any Error)?
  var handlers: [Handler<T>] = []
  /// The source that the promise follows, until that is settled.
  var following: Following<T>?

  /// Adds a handler.
  ///
  /// Returns whether there already is an outcome for it.
  mutating func add(_ handler: Handler<T>) -> Bool {
    handlers.append(handler)
    return outcome != nil
  }

  /// Calls the handlers: first `done` or `fail`, then `always`.
  func run(with outcome: Outcome<T>) {
    for handler in handlers {
      switch (handler, outcome) {
      case (.done(let body), .success(let value)): body(value.value)
      case (.fail(let policy, let body), .failure(let error)) where policy.includes(error):
        body(error)
      default: break
      }
    }
    guard let result = State(outcome).result else { return }
    for case .always(let body) in handlers { body(result) }
  }
}

/// The source of a promise that is settled like it, and the consumer by which it waits.
struct Following<T>: Sendable {
  let source: Core<T>.Inner
  let consumer: Core<T>.Inner
}

/// A handler of a promise.
///
/// Each kind has its own case: wrapping a closure in another one would cost an allocation for every
/// handler.
enum Handler<T>: Sendable {
  case done(@Sendable (T) -> Void)
  case fail(FailurePolicy, @Sendable (any Error) -> Void)
  case always(@Sendable (Result<T>) -> Void)
}
