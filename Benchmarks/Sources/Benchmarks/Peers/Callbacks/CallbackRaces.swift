extension CallbackPeer {
  static func race(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let (winner, loser) = (Slot.pending(), Slot.pending())
      var isOver = false
      let settle = { (value: Int) in
        guard !isOver else { return }
        isOver = true
        collect(value)
      }
      winner.whenDone(settle)
      loser.whenDone(settle)
      winner.complete(index)
      loser.complete(.max)
    }
  }
}
