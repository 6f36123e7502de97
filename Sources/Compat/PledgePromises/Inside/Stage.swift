internal import Dispatch
internal import Pledge

// What every operator is made of.

extension Promise {
  /// A promise made by `make`, kept until what it is given is released.
  static func kept(
    isLosable: Bool = false,
    by make: (Hold<Value>) -> Pledge.Promise<Outcome<Value>>
  ) -> Promise<Value> {
    let hold = Hold<Value>()
    let promise = Promise(inner: make(hold), isLosable: isLosable)
    hold.keep(promise)
    return promise
  }

  /// Derives a promise with the outcome that `body` makes of this one's, on `queue`.
  func stage<Output>(
    on queue: DispatchQueue,
    _ body: @escaping @Sendable (Outcome<Value>) -> Outcome<Output>
  ) -> Promise<Output> {
    .kept { hold in
      handled.map(on: Turn(queue)) { outcome in
        defer { hold.outlive() }
        return body(outcome)
      }
    }
  }

  /// Derives a promise that settles as the one that `body` makes of this one's outcome, on `queue`.
  func chain<Output>(
    on queue: DispatchQueue,
    _ body: @escaping @Sendable (Outcome<Value>) throws -> Future<Outcome<Output>>
  ) -> Promise<Output> {
    // What it follows can be lost, or lead back to it.
    .kept(isLosable: true) { hold in
      handled.flatMap(on: Turn(queue)) { outcome in
        defer { hold.outlive() }
        do {
          return try body(outcome)
        } catch {
          return Pledge.Promise(value: .rejected(error))
        }
      }
    }
  }
}
