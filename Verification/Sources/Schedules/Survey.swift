import Explorer

/// Explores scenarios and prints a line for each, and a summary.
struct Survey {
  private let options: Options
  private var schedules = 0
  private var failures = 0

  /// Explores the scenarios that the options name.
  ///
  /// - Returns: The exit code.
  static func run(_ options: Options) -> Int32 {
    var survey = Survey(options: options)
    let time = ContinuousClock().measure { survey.run() }
    print(
      "schedules: \(options.scenarios.count) scenarios, \(grouped(survey.schedules)) schedules,",
      "\(survey.failures) failures, seed \(options.seed), \(seconds(time)) s"
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

  private init(options: Options) {
    self.options = options
  }

  private mutating func run() {
    print(columns("scenario", "threads", "steps", "by preemptions", "random", "seconds"))
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
    print(
      columns(
        scenario.name,
        "\(exploration.threadCount)",
        "\(exploration.steps)",
        exploration.schedules.map(Survey.grouped).joined(separator: " + "),
        Survey.grouped(exploration.randomSchedules),
        finding == nil ? Survey.seconds(time) : "FAILED"
      )
    )
    return finding?.isFinal != true
  }
}

// MARK: - Figures

extension Survey {
  private func columns(_ texts: String...) -> String {
    zip(texts, [-24, 7, 6, 32, 8, 8]).map { text, width in
      let padding = String(repeating: " ", count: max(0, abs(width) - text.count))
      return width < 0 ? text + padding : padding + text
    }
    .joined(separator: " ")
  }

  private static func grouped(_ number: Int) -> String {
    let digits = Array("\(number)")
    return digits.indices.reduce(into: "") { text, index in
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digits[index])
    }
  }

  private static func seconds(_ time: Duration) -> String {
    let tenths = (time / .milliseconds(100)).rounded() / 10
    return "\(tenths)"
  }
}
