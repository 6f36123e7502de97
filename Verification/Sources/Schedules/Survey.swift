import Explorer

/// Explores scenarios and prints a line for each, and a summary.
struct Survey {
  private let options: Schedules
  private var schedules = 0
  private var failures = 0

  /// Explores the scenarios that the options name.
  ///
  /// - Returns: The exit code.
  static func run(_ options: Schedules) -> Int32 {
    var survey = Survey(options: options)
    let time = ContinuousClock().measure { survey.run() }
    print(
      "schedules: \(options.scenarios.count) scenarios, \(survey.schedules) schedules,",
      "\(survey.failures) failures, seed \(options.seed), \(time.seconds) s"
    )
    return survey.failures == 0 ? 0 : 1
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

  private init(options: Schedules) {
    self.options = options
  }

  private mutating func run() {
    for scenario in options.scenarios {
      guard explore(scenario) else { return }
    }
  }

  /// - Returns: Whether the next one can be explored in this process.
  private mutating func explore(_ scenario: Scenario) -> Bool {
    var exploration = Exploration(of: scenario)
    var finding: Finding?
    let time = ContinuousClock().measure {
      finding =
        exploration.explore(preemptions: options.preemptions, limit: options.limit)
        ?? exploration.sample(options.random, seed: options.seed)
      if let finding { Exploration.report(finding.description) }
    }
    if finding != nil { failures += 1 }
    schedules += exploration.schedules.reduce(exploration.randomSchedules, +)
    let byPreemptions = exploration.schedules.map { "\($0)" }.joined(separator: " + ")
    print(
      "\(scenario.name): \(exploration.threadCount) threads, \(exploration.steps) steps,",
      "\(byPreemptions) schedules by preemptions, \(exploration.randomSchedules) random ones,",
      finding == nil ? "\(time.seconds) s" : "FAILED"
    )
    return finding?.isFinal != true
  }
}

extension Duration {
  /// The time in seconds, to one decimal.
  fileprivate var seconds: Double { (self / .milliseconds(100)).rounded() / 10 }
}
