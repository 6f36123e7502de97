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
      let (source, continuation) = unsafe pending()
      let first = stage { await source.value + 1 }
      let second = stage { await first.value + 1 }
      let third = stage { collect(await second.value + 1) }
      unsafe continuation.resume(returning: index)
      _ = await third.value
    }
  }
}
