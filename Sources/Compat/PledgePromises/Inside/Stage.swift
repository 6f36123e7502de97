internal import Dispatch
internal import Pledge

// The building blocks of all operators.

extension Promise {
  /// Returns a promise that `make` creates, retained until the hold passed to `make` is released.
  static func kept(
    by make: (Hold<Value>) -> Pledge.Promise<Outcome<Value>>
  ) -> Promise<Value> {
    let hold = Hold<Value>()
    let promise = Promise(inner: make(hold))
    hold.keep(promise)
    return promise
  }

  /// Derives a promise with the outcome that `body` returns for the outcome of this one, on
  /// `queue`.
  func stage<Output>(
    on queue: DispatchQueue,
    _ body: @escaping @Sendable (Outcome<Value>) -> Outcome<Output>
  ) -> Promise<Output> {
    .kept { hold in
      handled.map(on: Turn(queue)) { outcome in
        defer { hold.keepAlive() }
        return body(outcome)
      }
    }
  }

  /// Derives a promise that follows the future that `body` returns for the outcome of this one, on
  /// `queue`.
  func chain<Output>(
    on queue: DispatchQueue,
    _ body: @escaping @Sendable (Outcome<Value>) throws -> Future<Outcome<Output>>
  ) -> Promise<Output> {
    .kept { hold in
      handled.flatMap(on: Turn(queue)) { outcome in
        defer { hold.keepAlive() }
        do {
          return try body(outcome)
        } catch {
          return Pledge.Promise(value: .rejected(error))
        }
      }
    }
  }
}
