import Pledge
import Support

extension SoakOperation {
  /// Races several promises.
  ///
  /// The outcome is that of one promise, and the others are stopped.
  func race(in environment: Environment, _ random: inout RandomChoices) {
    let runners = (0..<random.draw(1...5)).map { _ in Runner() }
    for (index, runner) in runners.enumerated() {
      let done = expectation("runner \(index) of \(runners.count) arrives")
      let fails = random.chance(oneIn: 4)
      environment.onRandomQueue(&random) {
        if fails { runner.work.reject(Failure(code: index)) } else { runner.work.resolve(index) }
        done()
      }
    }
    let done = expectation("the race is won")
    let winner = Guarded<Int?>(nil)
    Pledge.race(runners.map(\.work)).observe { outcome in
      self.note(outcome)
      winner.with { $0 = self.index(in: outcome) }
      done()
    }
    endSetup {
      for (index, runner) in runners.enumerated() {
        guard let result = runner.work.result else {
          return self.check(false, "\(index) still runs")
        }
        let isStopped = OutcomeKind(of: result) == .discarded
        self.check(runner.stops.count == (isStopped ? 1 : 0), "\(index) is not stopped once")
        if index == winner.with({ $0 }) { self.check(!isStopped, "the winner is stopped") }
      }
    }
  }

  /// Returns the number that an outcome contains.
  private func index(in outcome: Result<Int, any Error>) -> Int? {
    switch outcome {
    case .success(let index): return index
    case .failure(let error as Failure): return error.code
    case .failure(let error):
      check(false, "the outcome of a race is \(error)")
      return nil
    }
  }
}

/// A participant of a race.
private final class Runner: Sendable {
  let stops: Tally
  let work: Promise<Int>

  init() {
    let stops = Tally()
    self.stops = stops
    work = Promise<Int>(discard: { stops.up() })
  }
}
