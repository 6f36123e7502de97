internal import Pledge

/// What a promise is resolved with.
///
/// Both ways through a promise take a turn of the queue, so a rejection, too, is a value to Pledge.
/// It goes from thread to thread on the word of the original, which asked for no `Sendable`.
enum Outcome<Value>: Sendable {
  case fulfilled(UncheckedSendable<Value>)
  case rejected(any Error)
}

extension Outcome {
  /// The outcome of being resolved with `value`: a value that is an error rejects.
  init(_ value: Value) {
    if let error = rejection(by: value) {
      self = .rejected(error)
    } else {
      self = .fulfilled(UncheckedSendable(value))
    }
  }

  init(catching body: () throws -> Value) {
    self.init(by: { Outcome(try body()) })
  }

  /// The outcome that `body` returns, or a rejection by what it throws.
  init(by body: () throws -> Outcome) {
    do {
      self = try body()
    } catch {
      self = .rejected(error)
    }
  }

  /// The outcome of being resolved with a value of another type: an error, or what fits.
  init<Other>(casting other: Other) {
    if let error = rejection(by: other) {
      self = .rejected(error)
    } else if let value = other as? Value {
      self.init(value)
    } else {
      self = .rejected(CastError(from: Other.self, to: Value.self))
    }
  }

  func get() throws -> UncheckedSendable<Value> {
    switch self {
    case .fulfilled(let value): value
    case .rejected(let error): throw error
    }
  }

  /// The outcome of `body` for a value; a rejection stays as it is.
  func map<Output>(_ body: (Value) throws -> Output) -> Outcome<Output> {
    switch self {
    case .fulfilled(let value): Outcome<Output>(catching: { try body(value.received) })
    case .rejected(let error): .rejected(error)
    }
  }
}

extension UncheckedSendable {
  /// The value as handlers receive it: `NSNull` for a `nil` of a type that takes any object.
  var received: Value { bridgingNil(in: value) }
}
