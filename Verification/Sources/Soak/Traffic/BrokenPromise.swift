import Pledge

extension SoakOperation {
  /// Releases the producer of a promise while consumers register and detach.
  ///
  /// All consumers are notified.
  func breakPromise(in environment: Environment, _ random: inout RandomChoices) {
    let drops = random.chance(oneIn: 2)
    let source = drops ? dropped(in: environment, &random) : released(in: environment, &random)
    for index in 0..<random.draw(1...4) {
      let stage = source.map { $0 }
      let detaches = random.chance(oneIn: 3)
      let done = expectation("consumer \(index) is notified of the broken promise")
      stage.observe { outcome in
        self.note(outcome)
        guard case .failure(let error) = outcome else { return self.check(false, "\(outcome)") }
        self.check(
          error is BrokenPromiseError || detaches && error is DiscardedError,
          "rejected with \(error)"
        )
        done()
      }
      if detaches { environment.onRandomQueue(&random) { stage.discard() } }
    }
    endSetup()
  }

  /// Returns a stage of a promise whose only owner is a closure on another thread.
  private func dropped(in environment: Environment, _ random: inout RandomChoices) -> Future<Int> {
    let promise = Promise<Int>()
    environment.onRandomQueue(&random) { withExtendedLifetime(promise) {} }
    // The first consumer may detach before the second one registers.
    return promise.map { $0 }.shared()
  }

  /// Returns a promise whose resolver is released unused on another thread.
  private func released(in environment: Environment, _ random: inout RandomChoices) -> Future<Int> {
    let (promise, resolver) = Promise<Int>.pending()
    environment.onRandomQueue(&random) { withExtendedLifetime(resolver) {} }
    return promise
  }
}
