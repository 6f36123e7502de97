import COracle

/// Tasks on the thread that drives a program, so that what is asynchronous is deterministic.
enum Tasks {
  /// Runs `body`, whose tasks wait for ``run()``.
  static func held<Output>(_ body: () -> Output) -> Output {
    oracle_hold_jobs(true)
    defer {
      run()
      oracle_hold_jobs(false)
    }
    return body()
  }

  /// Runs tasks until none can go on.
  static func run() { oracle_run_jobs() }
}
