internal import COracle

/// The tasks that the current thread makes ready, which run on it so that their order is deterministic.
public enum Tasks {
  /// Runs `body`, whose tasks wait for ``run()``, and then those that are left.
  public static func held<Output>(_ body: () -> Output) -> Output {
    oracle_hold_jobs(true)
    defer {
      run()
      oracle_hold_jobs(false)
    }
    return body()
  }

  /// Runs tasks until none can go on.
  public static func run() { oracle_run_jobs() }
}
