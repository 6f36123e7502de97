import Pledge
import Support

extension SoakOperation {
  /// Races several promises.
  ///
  /// The outcome is that of one promise, and the others are stopped.
  func race(in environment: Environment, _ random: inout RandomChoices) {
    let members = (0..<random.draw(1...5)).map { _ in Member() }
    for (index, member) in members.enumerated() {
      let done = expectation("member \(index) of \(members.count) is settled")
      let fails = random.chance(oneIn: 4)
      environment.onRandomQueue(&random) {
        if fails { member.work.reject(Failure(code: index)) } else { member.work.resolve(index) }
        done()
      }
    }
    let done = expectation("the race is settled")
    let winner = Guarded<Int?>(nil)
    Pledge.race(members.map(\.work)).observe { outcome in
      self.note(outcome)
      winner.with { $0 = self.index(in: outcome) }
      done()
    }
    endSetup {
      for (index, member) in members.enumerated() {
        guard let result = member.work.result else {
          return self.check(false, "\(index) still runs")
        }
        let isStopped = OutcomeKind(of: result) == .discarded
        self.check(member.stops.count == (isStopped ? 1 : 0), "\(index) is not stopped once")
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

/// One of the promises of a race, and the number of times it was stopped.
private final class Member: Sendable {
  let stops: Tally
  let work: Promise<Int>

  init() {
    let stops = Tally()
    self.stops = stops
    work = Promise<Int>(discard: { stops.up() })
  }
}
