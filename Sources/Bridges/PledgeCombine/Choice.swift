#if canImport(Combine) || OpenCombine
/// The selection of the published values with which a promise is fulfilled.
protocol Choice: Sendable {
  associatedtype Value: Sendable
  associatedtype Chosen: Sendable

  /// Whether the first value suffices.
  static var takesOne: Bool { get }

  /// Adds a published value.
  ///
  /// - Returns: The replaced value, if any, so that the caller can release it without a lock.
  mutating func add(_ value: Value) -> Value?

  /// The selected value; `nil` if there is none.
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
