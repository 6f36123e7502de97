import Pledge

extension SoakOperation {
  /// Adds consumers to a promise that many consumers observe, and that is settled much later.
  func observeSharedPromise(in environment: Environment, _ random: inout RandomChoices) {
    let sharedPromise = environment.sharedPromise
    for index in 0..<random.draw(1...5) {
      let stage = sharedPromise.map { $0 }
      let detaches = !random.chance(oneIn: 50)
      let done = detaches ? expectation("consumer \(index) of the shared promise detaches") : nil
      stage.observe { outcome in
        self.note(outcome)
        switch outcome {
        case .success(let value): self.check(value == Environment.answer, "the value is \(value)")
        case .failure(let error):
          self.check(detaches && error is DiscardedError, "rejected with \(error)")
        }
        done?()
      }
      if detaches { environment.onRandomQueue(&random) { stage.discard() } }
    }
    endSetup()
  }
}
