import Pledge

extension PledgePeer {
  static func pendingFlatMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let promise = Promise<Int>()
      let last =
        promise
        .flatMap { Promise(value: $0 + 1) }
        .flatMap { Promise(value: $0 + 1) }
        .flatMap { Promise(value: collect($0 + 1)) }
      promise.resolve(index)
      withExtendedLifetime(last) {}
    }
  }

  static func pendingFlatMapsPendingInner(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let (promise, first, second, third) = (
        Promise<Int>(), Promise<Int>(), Promise<Int>(), Promise<Int>()
      )
      let last = promise.flatMap { _ in first }.flatMap { _ in second }.flatMap { _ in third }
        .map { collect($0) }
      promise.resolve(index)
      first.resolve(index + 1)
      second.resolve(index + 2)
      third.resolve(index + 3)
      withExtendedLifetime(last) {}
    }
  }
}
