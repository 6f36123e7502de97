internal import Dispatch
internal import Pledge

// The building blocks of all operators.

extension Promise {
  /// Returns a promise that `make` creates, retained until the hold passed to `make` is released.
  static func kept(
    hasHandler: Bool = false,
    by make: (Hold<Value>) -> Pledge.Promise<Outcome<Value>>
  ) -> Promise<Value> {
    let hold = Hold<Value>()
    let promise = Promise(inner: make(hold), hasHandler: hasHandler)
    hold.keep(promise)
    return promise
  }

  /// Derives a promise with the outcome that `body` returns for the outcome of this one, on
  /// `queue`.
  func stage<Output>(
    on queue: DispatchQueue,
    _ body: @escaping @Sendable (Outcome<Value>) -> Outcome<Output>
  ) -> Promise<Output> {
    .kept(hasHandler: true) { hold in
      handled.map(on: Turn(queue)) { outcome in
        defer { hold.keepAlive() }
        let result = body(outcome)
        return hold.kept?.endHandler() ?? result
      }
    }
  }

  /// Derives a promise that follows the future that `body` returns for the outcome of this one, on
  /// `queue`.
  func chain<Output>(
    on queue: DispatchQueue,
    _ body: @escaping @Sendable (Outcome<Value>) throws -> Future<Outcome<Output>>
  ) -> Promise<Output> {
    .kept(hasHandler: true) { hold in
      handled.flatMap(on: Turn(queue)) { outcome in
        defer { hold.keepAlive() }
        do {
          let result = try body(outcome)
          return hold.kept?.endHandler().map { Pledge.Promise(value: $0) } ?? result
        } catch {
          return Pledge.Promise(value: hold.kept?.endHandler() ?? .rejected(error))
        }
      }
    }
  }
}
