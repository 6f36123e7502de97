/// One loss of a producer (7), however many promises hear of it; reported at most once (8.1.7).
final class BrokenPromise: @unchecked Sendable {
  let line: UInt
  private var isReported = false

  init(line: UInt) {
    self.line = line
  }

  static func told(by state: ModelPromise.State) -> BrokenPromise? {
    guard case .settled(.failure(let error)) = state else { return nil }
    return (error as? BrokenError)?.loss
  }

  /// Takes note of how a consumer took the news.
  ///
  /// It is reported as soon as somebody can see the error; where the error goes on, that is at the end
  /// of the chain, if anybody holds that.
  ///
  /// - Returns: Whether the consumer need not report what it passes on.
  func wasTold(to consumer: ModelPromise, _ passed: ModelPromise.Outcome?, isAlone: Bool) -> Bool {
    guard case .failure(let error as BrokenError) = passed, error.loss === self,
      !consumer.marksHandled
    else {
      report()
      return consumer.marksHandled
    }
    if consumer.consumers.isEmpty, !isAlone { report() }
    return true
  }

  func report() {
    guard !isReported else { return }
    isReported = true
    Ledger.note(.reported("broken"))
  }
}

struct BrokenError: Error {
  let loss: BrokenPromise
}

extension ModelPromise {
  /// Rejects this because nobody can settle it any more.
  func breakPromise() {
    settle(.failure(BrokenError(loss: BrokenPromise(line: line))), isHandled: true)
  }

  /// Tells those who wait for a pending promise that goes (7.1.3): a failure stands in for it.
  func bequeath() {
    let failure = ModelPromise(line: line)
    failure.state = .settled(.failure(BrokenError(loss: BrokenPromise(line: line))))
    failure.isHandled = true
    failure.consumers = consumers
    failure.isServing = true
    for consumer in consumers { consumer.source = failure }
    consumers = []
    ModelPromise.depart(ties)
    failure.serveConsumers()
  }
}
