#if canImport(Combine) || OpenCombine
/// The state of the delivery of an outcome to a subscriber: the value is sent after demand,
/// completion once, and nothing after cancellation.
enum PromiseDelivery<Subscriber, Value> {
  /// The promise is pending; a value may have been requested.
  case pending(Subscriber, isAskedFor: Bool)
  /// The promise is fulfilled, but its value has not been requested.
  case held(Value, Subscriber)
  /// The subscriber has received the value; completion is next.
  case sent
  /// The delivery has ended.
  case over

  /// The action to perform without the lock.
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

  /// Ends the delivery after the value.
  ///
  /// - Returns: Whether to send completion: `false` if the subscriber has canceled in the meantime.
  mutating func finish() -> Bool {
    guard case .sent = self else { return false }
    self = .over
    return true
  }

  /// Ends the delivery.
  ///
  /// - Returns: The previous state, so that the caller can release it without the lock.
  mutating func cancel() -> PromiseDelivery {
    defer { self = .over }
    return self
  }
}
#endif
