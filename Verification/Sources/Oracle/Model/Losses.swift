/// One loss of a producer (7), however many promises hear of it; reported at most once (8.1.7).
final class Loss: @unchecked Sendable {
  let line: UInt
  private var isReported = false

  init(line: UInt) {
    self.line = line
  }

  static func told(by state: ModelPromise.State) -> Loss? {
    guard case .settled(.failure(let error)) = state else { return nil }
    return (error as? Lost)?.loss
  }

  /// Takes note of how a consumer took the news.
  ///
  /// It is reported as soon as somebody can see the error; where the error goes on, that is at the end
  /// of the chain, if anybody holds that.
  ///
  /// - Returns: Whether the consumer need not report what it passes on.
  func wasTold(to consumer: ModelPromise, _ passed: ModelPromise.Outcome?, isAlone: Bool) -> Bool {
    guard case .failure(let error as Lost) = passed, error.loss === self, !consumer.endsDuty else {
      report()
      return consumer.endsDuty
    }
    if consumer.consumers.isEmpty, !isAlone { report() }
    return true
  }

  func report() {
    guard !isReported else { return }
    isReported = true
    Ledger.note(.reported("abandoned"))
  }
}

struct Lost: Error {
  let loss: Loss
}

extension ModelPromise {
  /// Rejects this because nobody can settle it any more.
  func abandon() {
    settle(.failure(Lost(loss: Loss(line: line))), isHeard: true)
  }

  /// Tells those who wait for a pending promise that goes (7.1.3): a failure stands in for it.
  func bequeath() {
    let failure = ModelPromise(line: line)
    failure.state = .settled(.failure(Lost(loss: Loss(line: line))))
    failure.isHeard = true
    failure.consumers = consumers
    failure.isServing = true
    for consumer in consumers { consumer.source = failure }
    consumers = []
    ModelPromise.depart(ties)
    failure.serveConsumers()
  }
}
