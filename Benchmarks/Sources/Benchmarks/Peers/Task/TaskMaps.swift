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
}
