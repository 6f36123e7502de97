import Dispatch

extension TaskPeer {
  static func settledMaps(_ count: Int) -> Int {
    checksum(count) { index in
      let source = stage { index }
      let first = stage { await source.value + 1 }
      let second = stage { await first.value + 1 }
      let third = stage { collect(await second.value + 1) }
      _ = await third.value
    }
  }

  static func pendingMaps(_ count: Int) -> Int {
    checksum(count) { index in
      let source = pending()
      let first = stage { await source.value + 1 }
      let second = stage { await first.value + 1 }
      let third = stage { collect(await second.value + 1) }
      source.settle(index)
      _ = await third.value
    }
  }

  private actor Steps {
    func increment(_ value: Int) -> Int { value + 1 }
  }

  /// Uses an actor as the serial queue of tasks.
  static func serialQueueMaps(_ count: Int) -> Int {
    let steps = Steps()
    return oneByOne(count) { index, done in
      Task {
        let first = await steps.increment(index)
        let second = await steps.increment(first)
        collect(await steps.increment(second))
        done.signal()
      }
    }
  }

  static func pendingFlatMaps(_ count: Int) -> Int {
    checksum(count) { index in
      let source = pending()
      let first = stage { await incremented(source.value).value }
      let second = stage { await incremented(first.value).value }
      let third = stage { collect(await incremented(second.value).value) }
      source.settle(index)
      _ = await third.value
    }
  }

  private static func incremented(_ value: Int) -> Task<Int, Never> {
    stage { value + 1 }
  }

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

  static let observedPromise = Competitor(.task) {
    let source = pending()
    _ = stage { collect(await source.value) }
    return source
  } settle: {
    $0.settle($1)
  } end: {
    executor.run {}
  }
}
