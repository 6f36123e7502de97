import Pledge

extension Errand {
  /// Promises whose producers go, while others register and leave: all hear of that.
  func breakPromise(in world: World, _ lottery: inout Lottery) {
    let drops = lottery.hits(oneIn: 2)
    let source = drops ? dropped(in: world, &lottery) : released(in: world, &lottery)
    for index in 0..<lottery.draw(1...4) {
      let stage = source.map { $0 }
      let leaves = lottery.hits(oneIn: 3)
      let isOver = duty("consumer \(index) hears of the loss")
      stage.observe { outcome in
        self.note(outcome)
        guard case .failure(let error) = outcome else { return self.check(false, "\(outcome)") }
        self.check(
          error is BrokenPromiseError || leaves && error is DiscardedError,
          "it hears of \(error)"
        )
        isOver()
      }
      if leaves { world.somewhere(&lottery) { stage.discard() } }
    }
    isBegun()
  }

  /// A promise that only a closure refers to, which goes.
  private func dropped(in world: World, _ lottery: inout Lottery) -> Future<Int> {
    let promise = Promise<Int>()
    world.somewhere(&lottery) { withExtendedLifetime(promise) {} }
    // Its first consumer may leave before the second one comes.
    return promise.map { $0 }.shared()
  }

  /// A promise with a resolver that goes without a call.
  private func released(in world: World, _ lottery: inout Lottery) -> Future<Int> {
    let (promise, resolver) = Promise<Int>.pending()
    world.somewhere(&lottery) { withExtendedLifetime(resolver) {} }
    return promise
  }
}
