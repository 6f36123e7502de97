import PledgeBolts

/// The API of Bolts-Swift, with continuations on `.immediate`.
enum BoltsPeer: JoiningPeer {
  static let peer = Peer.bolts

  static let observedPromise = Competitor(
    peer,
    fill: { (shelf: Shelf<TaskCompletionSource<Int>>) in
      shelf.fill { _ in
        let source = TaskCompletionSource<Int>()
        source.task.continueOnSuccessWith(.immediate) { collect($0) }
        return source
      }
    },
    clear: { shelf in
      Checksum.of { for (index, source) in shelf.things.enumerated() { source.set(result: index) } }
    }
  )

  static func settledMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      Task(index)
        .continueOnSuccessWith(.immediate) { $0 + 1 }
        .continueOnSuccessWith(.immediate) { $0 + 1 }
        .continueOnSuccessWith(.immediate) { collect($0 + 1) }
    }
  }

  static func pendingMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let source = TaskCompletionSource<Int>()
      let last = source.task
        .continueOnSuccessWith(.immediate) { $0 + 1 }
        .continueOnSuccessWith(.immediate) { $0 + 1 }
        .continueOnSuccessWith(.immediate) { collect($0 + 1) }
      source.set(result: index)
      withExtendedLifetime(last) {}
    }
  }

  static func pendingFlatMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let source = TaskCompletionSource<Int>()
      let last = source.task
        .continueOnSuccessWithTask(.immediate) { Task($0 + 1) }
        .continueOnSuccessWithTask(.immediate) { Task($0 + 1) }
        .continueOnSuccessWithTask(.immediate) { Task(collect($0 + 1)) }
      source.set(result: index)
      withExtendedLifetime(last) {}
    }
  }

  static func fanOut(_ count: Int, size: Int) -> Int {
    Checksum.of {
      for group in groups(of: size, in: count) {
        let source = TaskCompletionSource<Int>()
        for _ in group { source.task.continueOnSuccessWith(.immediate) { collect($0) } }
        source.set(result: 1)
      }
    }
  }

  static func fanIn(_ count: Int, size: Int) -> Int {
    Checksum.of {
      for group in groups(of: size, in: count) {
        let sources = group.map { _ in TaskCompletionSource<Int>() }
        let last = Task.whenAllResult(sources.map(\.task))
          .continueOnSuccessWith(.immediate) { collect($0.reduce(0, +)) }
        for (source, index) in zip(sources, group) { source.set(result: index) }
        withExtendedLifetime(last) {}
      }
    }
  }
}
