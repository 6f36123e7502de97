internal import Dispatch
internal import Pledge

extension Promise {
  /// A promise that is resolved as the one that `make` makes of others.
  static func combined(
    by make: () -> Pledge.Promise<UncheckedSendable<Value>>
  ) -> Promise<Value> {
    .kept { hold in
      make()
        .map { value in
          defer { hold.outlive() }
          return .fulfilled(value)
        }
        .recover { error in
          defer { hold.outlive() }
          if error.isBrokenPromise { throw error }
          return .rejected(error)
        }
    }
  }

  /// This promise as a part of a combination that is rejected as soon as it is.
  func member(on queue: DispatchQueue) -> Pledge.Promise<Part<UncheckedSendable<Value>>> {
    handled.map(on: Turn(queue)) { .settled(try $0.get()) }.recover(if: \.isBrokenPromise) {
      .broken($0)
    }
  }

  /// This promise as a part of a combination that waits for all.
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

  /// This promise as a part of a race.
  func runner(on queue: DispatchQueue) -> Pledge.Promise<UncheckedSendable<Value>> {
    handled.map(on: Turn(queue)) { try $0.get() }
  }
}

/// What became of a part of a combination.
///
/// A broken part is a value, so that it decides nothing before the other parts have settled.
enum Part<Content: Sendable>: Sendable {
  case settled(Content)
  case broken(any Error)

  private func get() throws -> Content {
    switch self {
    case .settled(let content): content
    case .broken(let brokenPromise): throw brokenPromise
    }
  }

  /// Returns the value as handlers receive it, or throws the loss, which breaks the combination.
  func received<Value>() throws -> Value where Content == UncheckedSendable<Value> {
    try get().received
  }

  /// Returns the value or the error, or throws the loss, which breaks the combination.
  func maybe<Value>() throws -> Maybe<Value> where Content == Outcome<Value> {
    switch try get() {
    case .fulfilled(let value): .value(value.received)
    case .rejected(let error): .error(error)
    }
  }
}
