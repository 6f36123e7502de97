internal import Dispatch
internal import PledgeSupport

#if canImport(Testing)
internal import Testing
#endif

/// The manual clocks that were advanced while nothing was sleeping, or ran until nothing was, for
/// hints in failures.
enum EarlyAdvances {
  private struct Entry {
    let sleepers: Locked<Sleepers>
    let test: String?
  }

  private static let entries = Locked<[ObjectIdentifier: Entry]>([:])

  /// Notes that a clock was advanced while nothing was sleeping, or has run.
  ///
  /// Unless `announces` is `false`, if something that came after the advance still sleeps ten
  /// seconds of real time later, a line on standard error says so, because a test may await a
  /// promise without an expectation.
  static func note(_ sleepers: Locked<Sleepers>, announces: Bool = true) {
    let entry = Entry(sleepers: sleepers, test: test)
    entries.withLock { $0[ObjectIdentifier(sleepers)] = entry }
    guard announces else { return }
    // Not a promise: a check for pending promises would find that.
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(10)) { [weak sleepers] in
      if let hint = sleepers?.withLock({ $0.takeHint() }) { CallSite.announce(hint) }
    }
  }

  /// Forgets a clock that is gone.
  static func remove(_ sleepers: Locked<Sleepers>) {
    // Released after unlocking.
    _ = entries.withLock { $0.removeValue(forKey: ObjectIdentifier(sleepers)) }
  }

  /// A hint for each clock of the current test on which something sleeps that came after the
  /// advance, each on its own line.
  static var hint: String {
    let test = test
    return entries.withLock { Array($0.values) }
      .filter { $0.test == test }
      .compactMap { $0.sleepers.withLock { $0.hint } }
      .sorted()
      .map { "\n\($0)" }
      .joined()
  }

  /// The test that is running in the current task, because tests run at the same time.
  private static var test: String? {
    #if canImport(Testing)
    Test.current.map { "\($0.id)" }
    #else
    nil
    #endif
  }
}
