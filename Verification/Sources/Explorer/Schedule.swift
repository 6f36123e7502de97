internal import CScheduler

/// A schedule in its printed form: threads and their numbers of steps, in order.
///
///     settle-attach 0*12 1*3 0*4
package struct Schedule: CustomStringConvertible {
  package let scenario: String
  let turns: [Turn]

  struct Turn: Equatable {
    let thread: UInt8
    let steps: UInt32
  }

  /// Parses a schedule.
  ///
  /// Returns `nil` if `text` is not one.
  package init?(_ text: String) {
    let words = text.split(separator: " ")
    guard let name = words.first else { return nil }
    let turns = words.dropFirst().compactMap(Turn.init)
    guard turns.count == words.count - 1 else { return nil }
    scenario = String(name)
    self.turns = turns
  }

  /// The schedule of the last run.
  init(ofLastRunOf scenario: String) {
    self.scenario = scenario
    turns = Runner.trace.reduce(into: []) { turns, step in
      let earlier = turns.last?.thread == step.thread ? turns.removeLast().steps : 0
      turns.append(Turn(thread: step.thread, steps: earlier + 1))
    }
  }

  package var description: String {
    ([scenario] + turns.map { "\($0.thread)*\($0.steps)" }).joined(separator: " ")
  }

  var plan: Plan {
    var switches: [scheduler_switch] = []
    var step: UInt32 = 0
    for turn in turns {
      switches.append(scheduler_switch(step: step, thread: turn.thread))
      step += turn.steps
    }
    return Plan(switches: switches)
  }
}

extension Schedule.Turn {
  init?(_ text: Substring) {
    let parts = text.split(separator: "*")
    guard parts.count == 2, let thread = UInt8(parts[0]), let steps = UInt32(parts[1]) else {
      return nil
    }
    self.init(thread: thread, steps: steps)
  }
}
