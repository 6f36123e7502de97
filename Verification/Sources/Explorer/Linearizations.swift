internal import CScheduler

/// Every interleaving of a scenario's operations, without interruptions within an operation.
package struct Linearizations: Sequence {
  private let scenario: Scenario
  private let orders: [[Int]]

  init(of scenario: Scenario) {
    self.scenario = scenario
    scheduler_reset()
    let counts = Trial(of: scenario).shape.map(\.count)
    orders = Linearizations.merges(of: counts)
  }

  package func makeIterator() -> some IteratorProtocol<Linearization> {
    orders.lazy.map { [scenario] in Linearization(scenario: scenario, order: $0) }.makeIterator()
  }

  /// Returns every sequence in which thread `i` appears `counts[i]` times.
  package static func merges(of counts: [Int]) -> [[Int]] {
    guard counts.contains(where: { $0 > 0 }) else { return [[]] }
    return counts.indices.filter { counts[$0] > 0 }.flatMap { thread in
      var rest = counts
      rest[thread] -= 1
      return merges(of: rest).map { [thread] + $0 }
    }
  }
}

/// One interleaving, run on the calling thread.
package struct Linearization {
  let scenario: Scenario
  /// The thread of each operation.
  let order: [Int]

  func observe() -> Observation {
    scheduler_reset()
    let trial = Trial(of: scenario)
    var done = trial.shape.map { _ in 0 }
    for thread in order {
      trial.perform(done[thread], of: thread)
      done[thread] += 1
    }
    return trial.finish()
  }
}
