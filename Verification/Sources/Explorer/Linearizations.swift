/// Every interleaving of a scenario's operations, without interruptions within an operation.
package enum Linearizations {
  /// Runs each interleaving on the calling thread, and returns the observations.
  static func observations(of scenario: Scenario) -> Set<Observation> {
    let counts = Trial(of: scenario).shape.map(\.count)
    let observations = merges(of: counts).map { order in
      let trial = Trial(of: scenario)
      var done = counts.map { _ in 0 }
      for thread in order {
        trial.perform(done[thread], of: thread)
        done[thread] += 1
      }
      return trial.finish()
    }
    return Set(observations)
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
