import Pledge

extension Errand {
  /// Adds consumers to a promise that many consumers observe, and that is settled much later.
  func joinCrowd(in world: World, _ lottery: inout Lottery) {
    let meeting = world.meeting
    for index in 0..<lottery.draw(1...5) {
      let stage = meeting.map { $0 }
      let leaves = !lottery.hits(oneIn: 50)
      let isOver = leaves ? duty("consumer \(index) of the crowd detaches") : nil
      stage.observe { outcome in
        self.note(outcome)
        switch outcome {
        case .success(let value): self.check(value == World.answer, "the value is \(value)")
        case .failure(let error): self.check(leaves && error is DiscardedError, "it gets \(error)")
        }
        isOver?()
      }
      if leaves { world.somewhere(&lottery) { stage.discard() } }
    }
    isBegun()
  }
}
