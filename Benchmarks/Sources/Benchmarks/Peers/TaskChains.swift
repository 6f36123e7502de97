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

  static func pendingCapturingMaps(_ count: Int) -> Int {
    checksum(count) { index in
      let source = pending()
      let first = stage { await source.value + index }
      let second = stage { await first.value + index }
      let third = stage { collect(await second.value + index) }
      source.settle(index)
      _ = await third.value
    }
  }

  static func newResolve(_ count: Int) -> Int {
    checksum(count) { index in
      let source = pending()
      source.settle(index)
      collect(await source.value)
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

  static func pendingFlatMapsPendingInner(_ count: Int) -> Int {
    checksum(count) { index in
      let (source, first, second, third) = (pending(), pending(), pending(), pending())
      let afterFirst = stage { await then(source.value, first) }
      let afterSecond = stage { await then(afterFirst.value, second) }
      let afterThird = stage { await then(afterSecond.value, third) }
      let last = stage { collect(await afterThird.value) }
      source.settle(index)
      first.settle(index + 1)
      second.settle(index + 2)
      third.settle(index + 3)
      _ = await last.value
    }
  }

  private static func incremented(_ value: Int) -> Task<Int, Never> {
    stage { value + 1 }
  }

  private static func then(_: Int, _ next: Pending) async -> Int {
    await next.value
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

  static func discardableMaps(_ count: Int) -> Int {
    let work = Work()
    return checksum(count) { index in
      let source = Pending { wait in
        stage { await withTaskCancellationHandler(operation: wait) { work.stop() } }
      }
      let first = stage { await source.value + 1 }
      let second = stage { await first.value + 1 }
      let third = stage { collect(await second.value + 1) }
      source.settle(index)
      _ = await third.value
    }
  }

  static func mapDiscard(_ count: Int) -> Int {
    checksum(count) { index in
      let source = pending()
      let mapped = stage {
        let value = await source.value
        if !Task.isCancelled { collect(value - .max) }
      }
      mapped.cancel()
      source.settle(index)
      await mapped.value
      collect(1)
    }
  }

  static func timeout(_ count: Int) -> Int {
    checksum(count) { index in
      let source = pending()
      let last = limited(source)
      source.settle(index)
      await last.value
    }
  }

  static func timers(_ count: Int) -> Int {
    checksum {
      let sources = (0..<count).map { _ in pending() }
      let last = sources.map { limited($0) }
      for (index, source) in sources.enumerated() { source.settle(index) }
      for stage in last { await stage.value }
    }
  }

  /// Races a source with a sleep, and cancels the sleep if the source wins.
  private static func limited(_ source: Pending) -> Task<Void, Never> {
    stage {
      let first = await withTaskGroup(of: Int?.self) { group in
        group.addImmediateTask { await source.value }
        group.addImmediateTask {
          try? await Task.sleep(for: .seconds(3600))
          return nil
        }
        let first = await group.next()
        group.cancelAll()
        return first ?? nil
      }
      if let first { collect(first) }
    }
  }

  static let observedPromise = Competitor(
    .task,
    fill: { (shelf: Shelf<Pending>) in
      shelf.fill { _ in
        let source = pending()
        _ = stage { collect(await source.value) }
        return source
      }
    },
    clear: { shelf in
      checksum { for (index, source) in shelf.things.enumerated() { source.settle(index) } }
    }
  )
}
