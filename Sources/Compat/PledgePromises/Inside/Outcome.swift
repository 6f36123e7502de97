internal import Pledge

/// The outcome with which a promise is resolved.
///
/// Both values and errors pass through the queue, so a rejection is a value to Pledge as well.
/// Values are sent between threads unchecked, because the original does not require `Sendable`.
enum Outcome<Value>: Sendable {
  case fulfilled(UncheckedSendable<Value>)
  case rejected(any Error)
}

extension Outcome {
  /// Creates the outcome of resolving with `value`: a value that is an error rejects.
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

  /// Creates the outcome that `body` returns, or a rejection with the error that it throws.
  init(by body: () throws -> Outcome) {
    do {
      self = try body()
    } catch {
      self = .rejected(error)
    }
  }

  /// Creates the outcome of resolving with a value of another type: an error, or a value that can
  /// be cast.
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

  /// Returns the outcome of `body` for a value; a rejection passes unchanged.
  func map<Output>(_ body: (Value) throws -> Output) -> Outcome<Output> {
    switch self {
    case .fulfilled(let value): Outcome<Output>(catching: { try body(value.received) })
    case .rejected(let error): .rejected(error)
    }
  }
}

extension UncheckedSendable {
  /// The value as handlers receive it: `NSNull` for a `nil` of a type that accepts any object.
  var received: Value { bridgingNil(in: value) }
}
