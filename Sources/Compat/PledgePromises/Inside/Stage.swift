internal import Dispatch
internal import Pledge

// What every operator is made of.

extension Promise {
  /// A promise made by `make`, kept until what it is given is released.
  static func kept(
    by make: (Hold<Value>) -> Pledge.Promise<Outcome<Value>>
  ) -> Promise<Value> {
    let hold = Hold<Value>()
    let promise = Promise(inner: make(hold))
    hold.keep(promise)
    return promise
  }

  /// Derives a promise with the outcome that `body` makes of this one's, on `queue`.
  func stage<Output>(
    on queue: DispatchQueue,
    of source: Pledge.Promise<Outcome<Value>>? = nil,
    _ body: @escaping @Sendable (Outcome<Value>) -> Outcome<Output>
  ) -> Promise<Output> {
    .kept { hold in
      (source ?? inner).map(on: Turn(queue)) { outcome in
        defer { hold.end() }
        return body(outcome)
      }
    }
  }

  /// Derives a promise that settles as the one that `body` makes of this one's outcome, on `queue`.
  func chain<Output>(
    on queue: DispatchQueue,
    of source: Pledge.Promise<Outcome<Value>>? = nil,
    _ body: @escaping @Sendable (Outcome<Value>) throws -> Future<Outcome<Output>>
  ) -> Promise<Output> {
    .kept { hold in
      (source ?? inner).flatMap(on: Turn(queue)) { outcome in
        defer { hold.end() }
        do {
          return try body(outcome)
        } catch {
          return Pledge.Promise(value: .rejected(error))
        }
      }
    }
  }

  /// This promise, for who handles errors: Pledge's own, as of a lost producer, are among them.
  var heard: Pledge.Promise<Outcome<Value>> {
    inner.recover { .rejected($0) }
  }
}
