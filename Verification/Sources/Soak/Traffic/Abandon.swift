import Pledge

extension Errand {
  /// Releases the producer of a promise while consumers register and detach.
  ///
  /// All consumers are notified.
  func breakPromise(in world: World, _ lottery: inout Lottery) {
    let drops = lottery.hits(oneIn: 2)
    let source = drops ? dropped(in: world, &lottery) : released(in: world, &lottery)
    for index in 0..<lottery.draw(1...4) {
      let stage = source.map { $0 }
      let leaves = lottery.hits(oneIn: 3)
      let isOver = duty("consumer \(index) is notified of the broken promise")
      stage.observe { outcome in
        self.note(outcome)
        guard case .failure(let error) = outcome else { return self.check(false, "\(outcome)") }
        self.check(
          error is BrokenPromiseError || leaves && error is DiscardedError,
          "rejected with \(error)"
        )
        isOver()
      }
      if leaves { world.somewhere(&lottery) { stage.discard() } }
    }
    isBegun()
  }

  /// Returns a stage of a promise whose only owner is a closure on another thread.
  private func dropped(in world: World, _ lottery: inout Lottery) -> Future<Int> {
    let promise = Promise<Int>()
    world.somewhere(&lottery) { withExtendedLifetime(promise) {} }
    // The first consumer may detach before the second one registers.
    return promise.map { $0 }.shared()
  }

  /// Returns a promise whose resolver is released unused on another thread.
  private func released(in world: World, _ lottery: inout Lottery) -> Future<Int> {
    let (promise, resolver) = Promise<Int>.pending()
    world.somewhere(&lottery) { withExtendedLifetime(resolver) {} }
    return promise
  }
}
