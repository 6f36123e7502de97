internal import COracle

/// Runs the tasks that the current thread makes ready on that thread, in a deterministic order.
package enum Tasks {
  /// Runs `body`, whose tasks wait for ``run()``, and then runs the remaining tasks.
  package static func held<Output>(_ body: () -> Output) -> Output {
    oracle_hold_jobs(true)
    defer {
      run()
      oracle_hold_jobs(false)
    }
    return body()
  }

  /// Runs tasks until none can continue.
  package static func run() { oracle_run_jobs() }
}
