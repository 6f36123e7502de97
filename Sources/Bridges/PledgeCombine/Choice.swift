#if canImport(Combine) || OpenCombine
/// Which of the values that are published a promise is fulfilled with.
protocol Choice: Sendable {
  associatedtype Value: Sendable
  associatedtype Chosen: Sendable

  /// Whether the first value will do.
  static var takesOne: Bool { get }

  /// Takes note of a value.
  ///
  /// - Returns: One that is not needed any more, to be released without a lock.
  mutating func add(_ value: Value) -> Value?

  /// What was chosen, if there was anything to choose from.
  var chosen: Chosen? { get }
}

struct FirstValue<Value: Sendable>: Choice {
  private(set) var chosen: Value?

  static var takesOne: Bool { true }

  mutating func add(_ value: Value) -> Value? {
    chosen = value
    return nil
  }
}

struct LastValue<Value: Sendable>: Choice {
  private(set) var chosen: Value?

  static var takesOne: Bool { false }

  mutating func add(_ value: Value) -> Value? {
    defer { chosen = value }
    return chosen
  }
}

struct AllValues<Value: Sendable>: Choice {
  private var values: [Value] = []

  static var takesOne: Bool { false }

  var chosen: [Value]? { values }

  mutating func add(_ value: Value) -> Value? {
    values.append(value)
    return nil
  }
}
#endif
