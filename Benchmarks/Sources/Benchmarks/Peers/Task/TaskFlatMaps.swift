extension TaskPeer {
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
}
