/// The properties of a ``Load``, and what they become; knows neither promises nor clocks.
struct LoadState<Value> {
  private(set) var value: Value?
  private(set) var error: (any Error)?
  private(set) var isLoading = false
  private(set) var isStale = false
  /// Counts the changes of the value and of the error, which may not be comparable.
  private(set) var values = 0
  private(set) var errors = 0
  /// The revision of the newest value that a shared source has brought, or zero.
  private var revision = 0
  /// The time at which the value arrived; `nil` if it is that of an earlier source.
  private var arrival: Duration?
  /// Whether a newer value has arrived since the load in progress began.
  private var isSuperseded = false

  mutating func begin() { (isLoading, isSuperseded) = (true, false) }

  mutating func stop() { isLoading = false }

  /// Shows a value that a shared source keeps, if it is newer.
  mutating func show(_ value: Value, revision: Int, arrival: Duration) {
    guard revision > self.revision else { return }
    (self.revision, isSuperseded) = (revision, true)
    show(value, arrival: arrival)
  }

  /// Ends the load in progress; what a shared source keeps was shown before.
  mutating func end(with result: Result<Value, any Error>, isKept: Bool, at now: Duration) {
    stop()
    switch result {
    case _ where isSuperseded: return
    case .success where isKept: setError(nil)
    case .success(let value): show(value, arrival: now)
    case .failure(let error): setError(error)
    }
  }

  /// Keeps the value until the new source has brought one.
  mutating func changeSource() { (revision, arrival) = (0, nil) }

  /// Returns the age of the value, unless that is missing, or of an earlier source.
  func age(at now: Duration) -> Duration? { arrival.map { now - $0 } }

  mutating func updateStaleness(at now: Duration, staleAfter: Duration?) {
    let isYoung = age(at: now).map { age in staleAfter.map { age < $0 } ?? true }
    isStale = value != nil && isYoung != true
  }

  mutating func setError(_ error: (any Error)?) {
    if error == nil, self.error == nil { return }
    self.error = error
    errors += 1
  }

  private mutating func show(_ value: Value, arrival: Duration) {
    (self.value, self.arrival) = (value, arrival)
    values += 1
    setError(nil)
  }
}
