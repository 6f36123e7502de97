extension TaskPeer {
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
}
