internal import Dispatch
internal import Pledge

extension Promise {
  /// Returns a promise that is resolved like the one that `make` creates from others.
  static func combined(
    by make: () -> Pledge.Promise<UncheckedSendable<Value>>
  ) -> Promise<Value> {
    .kept { hold in
      make()
        .map { value in
          defer { hold.keepAlive() }
          return .fulfilled(value)
        }
        .recover { error in
          defer { hold.keepAlive() }
          if error.isBrokenPromise { throw error }
          return .rejected(error)
        }
    }
  }

  /// Returns this promise as a part of a combination that the first rejection rejects.
  func member(on queue: DispatchQueue) -> Pledge.Promise<Part<UncheckedSendable<Value>>> {
    handled.map(on: Turn(queue)) { .settled(try $0.get()) }.recover(if: \.isBrokenPromise) {
      .broken($0)
    }
  }

  /// Returns this promise as a part of a combination that waits for all parts.
  func candidate(
    on queue: DispatchQueue,
    _ failures: Failures
  ) -> Pledge.Promise<Part<Outcome<Value>>> {
    handled.map(on: Turn(queue)) { outcome in
      if case .rejected(let error) = outcome { failures.note(error) }
      return .settled(outcome)
    }
    .recover(if: \.isBrokenPromise) { .broken($0) }
  }

  /// Returns this promise as a part of a race.
  func runner(on queue: DispatchQueue) -> Pledge.Promise<UncheckedSendable<Value>> {
    handled.map(on: Turn(queue)) { try $0.get() }
  }
}

/// The outcome of a part of a combination.
///
/// A broken part is a value, so that it has no effect before the other parts have settled.
enum Part<Content: Sendable>: Sendable {
  case settled(Content)
  case broken(any Error)

  private func get() throws -> Content {
    switch self {
    case .settled(let content): content
    case .broken(let brokenPromise): throw brokenPromise
    }
  }

  /// Returns the value as handlers receive it.
  ///
  /// Throws if the part is broken; that breaks the combination.
  func received<Value>() throws -> Value where Content == UncheckedSendable<Value> {
    try get().received
  }

  /// Returns the value or the error.
  ///
  /// Throws if the part is broken; that breaks the combination.
  func maybe<Value>() throws -> Maybe<Value> where Content == Outcome<Value> {
    switch try get() {
    case .fulfilled(let value): .value(value.received)
    case .rejected(let error): .error(error)
    }
  }
}
