import NIOCore

extension NIOPeer {
  static func pendingFlatMaps(_ count: Int) -> Int {
    let loop = loop
    return Checksum.of(count) { index in
      let promise = loop.makePromise(of: Int.self)
      let last = promise.futureResult
        .flatMap { settled($0 + 1) }
        .flatMap { settled($0 + 1) }
        .flatMap { settled(collect($0 + 1)) }
      promise.succeed(index)
      withExtendedLifetime(last) {}
    }
  }

  static func pendingFlatMapsPendingInner(_ count: Int) -> Int {
    let loop = loop
    return Checksum.of(count) { index in
      let (promise, first, second, third) = (
        loop.makePromise(of: Int.self), loop.makePromise(of: Int.self),
        loop.makePromise(of: Int.self), loop.makePromise(of: Int.self)
      )
      let last = promise.futureResult
        .flatMap { _ in first.futureResult }
        .flatMap { _ in second.futureResult }
        .flatMap { _ in third.futureResult }
        .map { collect($0) }
      promise.succeed(index)
      first.succeed(index + 1)
      second.succeed(index + 2)
      third.succeed(index + 3)
      withExtendedLifetime(last) {}
    }
  }
}
