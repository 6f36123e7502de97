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
          return .rejected(error)
        }
    }
  }

  /// This promise as a part of a combination that is rejected as soon as it is.
  func member(on queue: DispatchQueue) -> Pledge.Promise<UncheckedSendable<Value>> {
    heard.map(on: Turn(queue)) { try $0.get() }
  }

  /// This promise as a part of a combination that waits for all.
  func candidate(on queue: DispatchQueue, _ failures: Failures) -> Pledge.Promise<Outcome<Value>> {
    heard.map(on: Turn(queue)) { outcome in
      if case .rejected(let error) = outcome { failures.note(error) }
      return outcome
    }
  }
}

extension Outcome {
  var maybe: Maybe<Value> {
    switch self {
    case .fulfilled(let value): .value(value.value)
    case .rejected(let error): .error(error)
    }
  }
}
