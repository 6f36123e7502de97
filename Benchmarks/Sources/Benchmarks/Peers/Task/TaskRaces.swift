extension TaskPeer {
  static func race(_ count: Int) -> Int {
    checksum(count) { index in
      let (winner, loser) = (pending(), pending())
      let last = stage {
        await withTaskGroup(of: Int.self) { group in
          group.addTask { await winner.value }
          group.addTask { await loser.value }
          if let first = await group.next() { collect(first) }
          group.cancelAll()
        }
      }
      winner.settle(index)
      loser.settle(.max)
      await last.value
    }
  }
}
