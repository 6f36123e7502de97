/// The properties of a ``Load``, and what they become; knows neither promises nor clocks.
struct LoadState<Value: Sendable>: Sendable {
  private(set) var value: Value?
  private(set) var error: (any Error)?
  private(set) var isLoading = false
  private(set) var isStale = false
  /// Counts the changes of the value and of the error: these may not be comparable.
  private(set) var values = 0
  private(set) var errors = 0
  /// The revision of the newest value that a shared source has brought, or zero.
  private var revision = 0
  /// The time at which the value arrived; `nil` if it is out of date.
  private var arrival: Duration?

  /// Whether there is a value that has come from the present shared source.
  var isOfSource: Bool { revision > 0 }

  /// Whether observers see no difference.
  func looks(like other: Self) -> Bool {
    (values, errors, isLoading, isStale)
      == (other.values, other.errors, other.isLoading, other.isStale)
  }

  mutating func begin() { isLoading = true }

  mutating func stop() { isLoading = false }

  /// Shows a value that a shared source keeps; returns whether it is newer.
  mutating func show(_ value: Value, revision: Int, arrival: Duration) -> Bool {
    guard revision > self.revision else { return false }
    self.revision = revision
    show(value, arrival: arrival)
    return true
  }

  /// Shows the outcome of a load; without a time, a value is stale.
  mutating func show(_ outcome: Result<Value, any Error>, arrival: Duration?) {
    switch outcome {
    case .success(let value): show(value, arrival: arrival)
    case .failure(let error): setError(error)
    }
  }

  /// Notes that a shared source no longer keeps the value.
  mutating func expire() { if revision > 0 { arrival = nil } }

  /// Keeps the value until the new source has brought one.
  mutating func changeSource() { (revision, arrival) = (0, nil) }

  /// Returns the age of the value, unless that is missing, or out of date.
  func age(at now: Duration) -> Duration? { arrival.map { max(.zero, now - $0) } }

  mutating func updateStaleness(at now: Duration, staleAfter: Duration?) {
    let isYoung = age(at: now).map { age in staleAfter.map { age < $0 } ?? true }
    isStale = value != nil && isYoung != true
  }

  mutating func setError(_ error: (any Error)?) {
    if error == nil, self.error == nil { return }
    self.error = error
    errors += 1
  }

  private mutating func show(_ value: Value, arrival: Duration?) {
    (self.value, self.arrival) = (value, arrival)
    values += 1
    setError(nil)
  }
}
