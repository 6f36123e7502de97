import Pledge
import Support

extension Errand {
  /// Races several promises.
  ///
  /// The outcome is that of one promise, and the others are stopped.
  func race(in world: World, _ lottery: inout Lottery) {
    let runners = (0..<lottery.draw(1...5)).map { _ in Runner() }
    for (index, runner) in runners.enumerated() {
      let isOver = duty("runner \(index) of \(runners.count) arrives")
      let fails = lottery.hits(oneIn: 4)
      world.somewhere(&lottery) {
        if fails { runner.work.reject(Failure(code: index)) } else { runner.work.resolve(index) }
        isOver()
      }
    }
    let isOver = duty("the race is won")
    let winner = Guarded<Int?>(nil)
    Pledge.race(runners.map(\.work)).observe { outcome in
      self.note(outcome)
      winner.with { $0 = self.index(in: outcome) }
      isOver()
    }
    isBegun {
      for (index, runner) in runners.enumerated() {
        guard let result = runner.work.result else { return self.check(false, "\(index) runs on") }
        let isStopped = End(of: result) == .discarded
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
