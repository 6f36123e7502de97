internal import COracle

/// Runs the tasks that the current thread makes ready on that thread, in a deterministic order.
public enum Tasks {
  /// Runs `body`, whose tasks wait for ``run()``, and then runs the remaining tasks.
  public static func held<Output>(_ body: () -> Output) -> Output {
    oracle_hold_jobs(true)
    defer {
      run()
      oracle_hold_jobs(false)
    }
    return body()
  }

  /// Runs tasks until none can continue.
  public static func run() { oracle_run_jobs() }
}
