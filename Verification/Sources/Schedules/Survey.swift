import Explorer

/// Explores scenarios and prints a line for each, and a summary.
enum Survey {
  /// Explores the scenarios that the options name, up to the first failure.
  ///
  /// - Returns: The exit code.
  static func run(_ options: Schedules) -> Int32 {
    var schedules = 0
    var hasFailed = false
    let time = ContinuousClock().measure {
      for scenario in options.scenarios where !hasFailed {
        let count = explore(scenario, options)
        schedules += count ?? 0
        hasFailed = count == nil
      }
    }
    print(
      "schedules: \(options.scenarios.count) scenarios, \(schedules) schedules,",
      "\(hasFailed ? "stopped at a failure" : "0 failures"), seed \(options.seed), \(time.seconds) s"
    )
    return hasFailed ? 1 : 0
  }

  /// Runs one schedule.
  ///
  /// - Returns: The exit code.
  static func replay(_ scenario: Scenario, _ schedule: Schedule) -> Int32 {
    var exploration = Exploration(of: scenario)
    guard let finding = exploration.replay(schedule) else {
      print("schedules: nothing is wrong with \(exploration.last)")
      return 0
    }
    Exploration.report(finding.description)
    return 1
  }

  /// - Returns: The number of schedules, or `nil` if one has failed.
  private static func explore(_ scenario: Scenario, _ options: Schedules) -> Int? {
    var exploration = Exploration(of: scenario)
    var finding: Finding?
    let time = ContinuousClock().measure {
      finding =
        exploration.explore(preemptions: options.preemptions, limit: options.limit)
        ?? exploration.sample(options.random, seed: options.seed)
      if let finding { Exploration.report(finding.description) }
    }
    let byPreemptions = exploration.schedules.map { "\($0)" }.joined(separator: " + ")
    print(
      "\(scenario.name): \(exploration.threadCount) threads, \(exploration.steps) steps,",
      "\(byPreemptions) schedules by preemptions, \(exploration.randomSchedules) random ones,",
      finding == nil ? "\(time.seconds) s" : "FAILED"
    )
    return finding == nil ? exploration.schedules.reduce(exploration.randomSchedules, +) : nil
  }
}

extension Duration {
  /// The time in seconds, to one decimal.
  fileprivate var seconds: Double { (self / .milliseconds(100)).rounded() / 10 }
}
