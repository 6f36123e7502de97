#if canImport(Combine) || OpenCombine
/// What a subscriber of a promise is due, and when: its value not before it asks for one, its end
/// once, and nothing after it has cancelled.
enum PromiseDelivery<Subscriber, Value> {
  /// The promise is pending, and a value has been asked for, or has not.
  case pending(Subscriber, isAskedFor: Bool)
  /// There is a value that nobody has asked for yet.
  case held(Value, Subscriber)
  /// The subscriber has the value, and the end is next.
  case sent
  /// Nothing comes any more.
  case over

  /// What is to be done, without the lock.
  enum Step {
    case wait
    case send(Value, Subscriber)
    case fail(any Error, Subscriber)
  }

  init(to subscriber: Subscriber) {
    self = .pending(subscriber, isAskedFor: false)
  }

  var isOver: Bool {
    if case .over = self { true } else { false }
  }

  mutating func request() -> Step {
    switch self {
    case .pending(let subscriber, isAskedFor: _):
      self = .pending(subscriber, isAskedFor: true)
      return .wait
    case .held(let value, let subscriber):
      self = .sent
      return .send(value, subscriber)
    case .sent, .over:
      return .wait
    }
  }

  mutating func settle(_ outcome: Result<Value, any Error>) -> Step {
    guard case .pending(let subscriber, let isAskedFor) = self else { return .wait }
    switch outcome {
    case .success(let value):
      self = isAskedFor ? .sent : .held(value, subscriber)
      return isAskedFor ? .send(value, subscriber) : .wait
    case .failure(let error):
      self = .over
      return .fail(error, subscriber)
    }
  }

  /// Ends the delivery of a value.
  ///
  /// - Returns: Whether the subscriber has to be told: it has not cancelled meanwhile.
  mutating func finish() -> Bool {
    guard case .sent = self else { return false }
    self = .over
    return true
  }

  /// Ends everything.
  ///
  /// - Returns: How it stood, to be released without the lock.
  mutating func cancel() -> PromiseDelivery {
    defer { self = .over }
    return self
  }
}
#endif
