internal import CScheduler
internal import Numbers

/// The schedules of one scenario, run one after the other.
///
/// Every schedule starts from the beginning and follows a plan. The plan lists the deviations from
/// the default: the running thread continues, or if it cannot, the first thread that can.
/// Deviations after the last planned one become plans of their own, so each schedule runs once. The
/// search is depth first with an increasing number of preemptions, starting at zero (Musuvathi and
/// Qadeer, iterative context bounding). Switching away from a blocked thread does not count as a
/// preemption.
///
/// In weak mode, a step that reads or follows another store than the latest one is a deviation,
/// too, and counts like a preemption.
package struct Exploration {
  private let name: String
  private let runner: Runner
  private let observationCheck: ObservationCheck
  private var conflicts = Conflicts()
  /// The number of schedules, indexed by the number of preemptions.
  package private(set) var schedules: [Int] = []
  package private(set) var randomSchedules = 0
  /// The length of the longest schedule.
  package private(set) var steps = 0

  /// Creates an exploration that has only run the sequential interleavings.
  package init(of scenario: Scenario) {
    name = scenario.name
    observationCheck = ObservationCheck(of: scenario)
    runner = Runner(of: scenario)
  }

  package var threadCount: Int { runner.threadCount }

  /// Runs every schedule with up to `most` preemptions.
  ///
  /// - Parameters:
  ///   - most: The maximum number of preemptions.
  ///   - limit: The maximum number of schedules per number of preemptions. Stops before a number
  ///     of preemptions that is expected to exceed it.
  /// - Returns: A finding with as few preemptions as possible. Its schedule is the last one run.
  package mutating func explore(preemptions most: Int, limit: Int = .max) -> Finding? {
    for bound in 0...most where bound < 2 || (expected > 0 && expected <= Double(limit)) {
      repeat {
        conflicts.hasGrown = false
        if let finding = search(bound) { return finding }
      } while conflicts.hasGrown
      guard conflicts.exist else { return .noYieldPoints }
    }
    return nil
  }

  /// The expected number of schedules with one more preemption, at the current growth rate.
  ///
  /// Zero if there were none with the last number of preemptions.
  private var expected: Double {
    let last = Double(schedules[schedules.count - 1])
    return last * last / max(1, Double(schedules[schedules.count - 2]))
  }

  private mutating func search(_ bound: Int) -> Finding? {
    schedules = Array(repeating: 0, count: bound + 1)
    var stack = [Branch()]
    while let branch = stack.popLast() {
      if let finding = run(branch.plan) { return finding }
      schedules[branch.preemptions] += 1
      guard branch.fork(Runner.trace, conflicts, bound, into: &stack) else {
        return .nondeterministic
      }
    }
    return nil
  }

  private mutating func run(_ plan: Plan) -> Finding? {
    let outcome = runner.run(plan)
    conflicts.learn()
    steps = max(steps, Runner.trace.count)
    switch outcome {
    case .success(let seen): return observationCheck.violation(in: seen).map(Finding.wrong)
    case .failure(let finding): return finding
    }
  }

  /// Repeats a schedule.
  package mutating func replay(_ schedule: Schedule) -> Finding? {
    run(schedule.plan)
  }
}

// MARK: - The last run

extension Exploration {
  package var last: Schedule { Schedule(ofLastRunOf: name) }

  /// Prints a finding made by the last schedule.
  package static func report(_ finding: String) {
    unsafe scheduler_report(finding)
  }

  /// Prepares the process.
  ///
  /// Call this once.
  package static func prepare() {
    scheduler_prepare()
  }

  /// Switches to weak mode, in a program that is built with `-sanitize=thread`; see
  /// `CScheduler/weak.h`.
  ///
  /// - Parameter places: Operations, each with an order that it loses, such as `0x1f2e+3`.
  /// - Returns: Whether these are places.
  package static func useWeakMode(weakening places: [String]) -> Bool {
    scheduler_set_weak(true)
    scheduler_find_races()
    return places.allSatisfy { unsafe scheduler_weaken($0) }
  }

  /// Prints the places of the atomic operations in weak mode.
  package static func printPlaces() {
    scheduler_print_places()
  }
}

// MARK: - Random schedules

extension Exploration {
  /// Runs `count` schedules in which threads have random priorities that change a few times (PCT).
  ///
  /// PledgeTesting orders events in the same way. Here, C code chooses between threads.
  package mutating func sample(_ count: Int, seed: UInt64) -> Finding? {
    var random = SplitMix64(seed: seed)
    for _ in 0..<count {
      if let finding = run(randomPlan(&random)) { return finding }
      randomSchedules += 1
    }
    return nil
  }

  private func randomPlan(_ random: inout SplitMix64) -> Plan {
    let priorities = (0..<UInt8(threadCount)).shuffled(using: &random)
    let changes = Int.random(in: 1...6, using: &random)
    let places = Set(
      (0..<changes).map { _ in UInt32.random(in: 1..<UInt32(max(steps, 2)), using: &random) }
    )
    return Plan(
      switches: places.sorted().map { scheduler_switch(step: $0, thread: 0, choice: 0) },
      priorities: priorities,
      seed: scheduler_is_weak() ? random.next() : 0
    )
  }
}

/// A schedule that has not been run yet, and its deviation from an earlier one.
private struct Branch {
  var plan = Plan()
  var preemptions = 0
  /// The fingerprint of the steps before the last switch, to check that they repeat.
  var past = Fingerprint()

  private var start: Int { plan.switches.last.map { Int($0.step) } ?? -1 }

  /// Whether the last deviation is one of the thread only.
  private var hasNoChoice: Bool { plan.switches.last?.choice == 0 }

  /// Adds the schedules with one more deviation.
  ///
  /// - Returns: Whether this run repeated the expected steps.
  func fork(
    _ trace: [scheduler_step],
    _ conflicts: Conflicts,
    _ bound: Int,
    into stack: inout [Branch]
  ) -> Bool {
    var past = Fingerprint()
    for (index, step) in trace.enumerated() {
      if index == start, past != self.past { return false }
      let cost = step.isPreemptible ? 1 : 0
      if index > start, preemptions + cost <= bound, cost == 0 || conflicts.include(step) {
        for other in step.alternatives {
          var branch = Branch(plan: plan, preemptions: preemptions + cost, past: past)
          branch.plan.switches.append(
            scheduler_switch(step: UInt32(index), thread: other, choice: 0)
          )
          stack.append(branch)
        }
      }
      if preemptions < bound, step.choices > 1, index > start || index == start && hasNoChoice {
        forkChoices(of: step, at: index, past, into: &stack)
      }
      past.add(step)
    }
    return true
  }

  /// Adds the schedules in which a step chooses another store.
  private func forkChoices(
    of step: scheduler_step,
    at index: Int,
    _ past: Fingerprint,
    into stack: inout [Branch]
  ) {
    for choice in 1..<step.choices {
      var branch = Branch(plan: plan, preemptions: preemptions + 1, past: past)
      if index == start { branch.plan.switches.removeLast() }
      branch.plan.switches.append(
        scheduler_switch(step: UInt32(index), thread: step.thread, choice: choice)
      )
      stack.append(branch)
    }
  }
}

/// A hash of steps (Fowler, Noll and Vo).
private struct Fingerprint: Equatable {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ step: scheduler_step) {
    for part in [step.word, UInt16(step.access), UInt16(step.thread), UInt16(step.choice)] {
      hash = (hash ^ UInt64(part)) &* 0x100_0000_01B3
    }
  }
}
