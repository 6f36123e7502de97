import Dispatch
import Pledge

/// One step of a chain, and its effect on an outcome.
private enum Step {
  case map(Int)
  case flatMap(Int)
  case flatMapLater(Int)
  case fail(Int)
  case recover(Int)
  case tap
  case ensure
  case hop

  static func drawn(by random: inout RandomChoices) -> Step {
    let number = random.draw(1...1_000)
    switch random.draw(1...12) {
    case 1...3: return .map(number)
    case 4: return .flatMap(number)
    case 5...6: return .flatMapLater(number)
    case 7: return .fail(number)
    case 8...9: return .recover(number)
    case 10: return .tap
    case 11: return .ensure
    default: return .hop
    }
  }

  func evaluated(_ outcome: Result<Int, Failure>) -> Result<Int, Failure> {
    switch self {
    case .map(let number), .flatMap(let number), .flatMapLater(let number):
      outcome.map { $0 &+ number }
    case .fail(let number): outcome.flatMap { _ in .failure(Failure(code: number)) }
    case .recover(let number): outcome.flatMapError { .success($0.code &+ number) }
    case .tap, .ensure, .hop: outcome
    }
  }

  func applied(to promise: Promise<Int>, on queue: DispatchQueue) -> Promise<Int> {
    switch self {
    case .map(let number): return promise.map { $0 &+ number }
    case .flatMap(let number): return promise.flatMap { Promise(value: $0 &+ number) }
    case .flatMapLater(let number):
      return promise.flatMap { value in
        let later = Promise<Int>()
        queue.async { later.resolve(value &+ number) }
        return later
      }
    case .fail(let number): return promise.map { _ in throw Failure(code: number) }
    case .recover(let number):
      return promise.recover { error in ((error as? Failure)?.code ?? 0) &+ number }
    case .tap: return promise.tap { _ in }
    case .ensure: return promise.ensure {}
    case .hop: return promise.map(on: queue) { $0 }
    }
  }
}

extension SoakOperation {
  /// Builds a chain of steps, on the settling thread and on queues, while it is settled.
  ///
  /// Its outcome has to equal that of a loop over the steps.
  func runChain(in environment: Environment, _ random: inout RandomChoices) {
    let start = Promise<Int>()
    var promise = start
    var expected = Result<Int, Failure>.success(number)
    let number = number
    environment.onRandomQueue(&random) { start.resolve(number) }
    for _ in 0..<random.draw(1...20) {
      let step = Step.drawn(by: &random)
      promise = step.applied(to: promise, on: environment.queue(&random))
      expected = step.evaluated(expected)
    }
    let done = expectation("the chain ends")
    promise.observe { [expected] outcome in
      let found = outcome.mapError { $0 as? Failure ?? Failure(code: 0) }
      self.check(found == expected, "\(outcome) instead of \(expected)")
      self.note(outcome)
      done()
    }
    endSetup()
  }
}
