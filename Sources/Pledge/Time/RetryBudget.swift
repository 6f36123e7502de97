internal import PledgeSupport

/// A limit on the retries and hedges of all operations that share it (spec 11.11).
///
///     let budget = RetryBudget(named: "search", ratio: 0.2)
///     let user = retry(budget: budget) { load(1) }
///
/// Retries help when a few attempts fail, and make matters worse when a service is saturated: then
/// most attempts fail, and each retry adds to the load. A budget limits the additional load to a
/// share of the regular load. Use one budget for all calls of a service.
///
/// Each first attempt deposits `ratio` tokens; each retry and each hedge withdraws one. Deposits
/// and withdrawals expire when the window has passed. In addition, the budget holds a reserve for
/// `minimumRate` attempts per second during the window, so that operations that are rarely called
/// can be retried, too. If the balance is less than one token, the budget is overdrawn: a retry is
/// not attempted, but rejected immediately with a ``RetryError`` that names the budget. A retry
/// withdraws its token before its backoff, and returns it if it never starts, because the result is
/// discarded first.
///
/// Operations with the same budget may be nested, such as a `hedge` in a `retry`. Each of them
/// deposits, so for requests with two such levels, choose half the ratio.
///
/// A budget can be used from any thread.
public final class RetryBudget: Sendable {
  /// The name; appears in the errors, traces, and logs of operations that overdraw the budget.
  public let name: String

  /// The error of operations that use this budget, if its arguments are invalid.
  let argumentError: ArgumentError?

  /// The time since the creation of the budget, as a number of windows.
  private let windowsPassed: @Sendable () -> Double
  private let tokens: Locked<RetryTokens>

  /// Creates a budget.
  ///
  /// Operations with a budget that has invalid arguments are not started, and are rejected with
  /// ``ArgumentError``.
  ///
  /// - Parameters:
  ///   - name: The name, such as that of the service.
  ///   - ratio: The number of additional attempts that each first attempt allows, from 0 to 1.
  ///   - minimumRate: The number of additional attempts per second that are always allowed, on
  ///     average over the window; zero or more.
  ///   - window: The time after which deposits and withdrawals expire, with a precision of a tenth;
  ///     more than zero. Times longer than a hundred years count as a hundred years.
  ///   - clock: The clock that measures the window.
  public init(
    named name: String,
    ratio: Double = 0.2,
    minimumRate: Double = 10,
    window: Duration = .seconds(10),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.name = name
    argumentError = RetryBudget.error(for: name, ratio, minimumRate, window)
    let (window, time) = (window.asWait, clock.stopwatch())
    windowsPassed = { time() / window }
    tokens = Locked(RetryTokens(ratio: ratio, reserve: minimumRate * (window / .seconds(1))))
  }

  /// The number of additional attempts that the budget allows now.
  public var balance: Int {
    guard argumentError == nil else { return 0 }
    let slice = slice
    return tokens.withLock { $0.balance(in: slice) }
  }

  /// Deposits the tokens of a first attempt.
  func deposit() {
    // The clock is user code, so it is read without the lock.
    let slice = slice
    tokens.withLock { $0.deposit(in: slice) }
  }

  /// Withdraws a token for an additional attempt.
  ///
  /// - Returns: A withdrawal; `nil` if the attempt must not start, because the budget is overdrawn.
  func withdraw() -> Withdrawal? {
    let slice = slice
    return tokens.withLock { $0.withdraw(in: slice) }.map { Withdrawal(budget: self, slice: $0) }
  }

  /// A token withdrawn for an attempt that has not started yet.
  struct Withdrawal: Sendable {
    fileprivate let budget: RetryBudget
    fileprivate let slice: Int

    /// Returns the token, because the attempt will not start.
    func cancel() {
      budget.tokens.withLock { $0.restore(to: slice) }
    }
  }

  /// The number of the current slice of the window.
  private var slice: Int { Int(min(max(windowsPassed() * Double(RetryTokens.slices), 0), 1e18)) }

  private static func error(
    for name: String,
    _ ratio: Double,
    _ minimumRate: Double,
    _ window: Duration
  ) -> ArgumentError? {
    let call = "RetryBudget(named: \"\(name)\""
    if !(0...1).contains(ratio) {
      return ArgumentError("\(call), ratio: \(ratio)): ratio must be between 0 and 1")
    }
    if !(minimumRate >= 0) {
      return ArgumentError("\(call), minimumRate: \(minimumRate)): minimumRate must be at least 0")
    }
    if window <= .zero {
      return ArgumentError("\(call), window: \(window)): window must be longer than zero")
    }
    return nil
  }
}
