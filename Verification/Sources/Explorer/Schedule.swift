internal import CScheduler

/// A schedule in its printed form: threads and their numbers of steps, in order.
///
///     settle-attach 0*12 1*3 0*4
///
/// In weak mode, `0*4~1` is a turn whose last step does not read or follow the latest store, but
/// the one before.
package struct Schedule: CustomStringConvertible {
  package let scenario: String
  let turns: [Turn]

  struct Turn: Equatable {
    let thread: UInt8
    let steps: UInt32
    var choice: UInt8 = 0
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
      let goesOn = turns.last.map { $0.thread == step.thread && $0.choice == 0 } ?? false
      let earlier = goesOn ? turns.removeLast().steps : 0
      turns.append(Turn(thread: step.thread, steps: earlier + 1, choice: step.choice))
    }
  }

  package var description: String {
    ([scenario] + turns.map(\.description)).joined(separator: " ")
  }

  var plan: Plan {
    var switches: [scheduler_switch] = []
    var step: UInt32 = 0
    for turn in turns {
      switches.append(scheduler_switch(step: step, thread: turn.thread, choice: 0))
      step += turn.steps
      if turn.choice > 0 {
        if turn.steps == 1 { switches.removeLast() }
        switches.append(
          scheduler_switch(step: step - 1, thread: turn.thread, choice: turn.choice)
        )
      }
    }
    return Plan(switches: switches)
  }
}

extension Schedule.Turn: CustomStringConvertible {
  init?(_ text: Substring) {
    let numbers = text.split(separator: "~").map { $0.split(separator: "*") }
    guard numbers.count <= 2, numbers.first?.count == 2,
      let thread = UInt8(numbers[0][0]), let steps = UInt32(numbers[0][1]), steps > 0,
      let choice = numbers.count == 1 ? 0 : UInt8(text.split(separator: "~")[1])
    else { return nil }
    self.init(thread: thread, steps: steps, choice: choice)
  }

  var description: String { "\(thread)*\(steps)" + (choice == 0 ? "" : "~\(choice)") }
}
