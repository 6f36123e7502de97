import NIOCore

extension NIOPeer {
  static func fanOut(_ count: Int, size: Int) -> Int {
    let loop = loop
    return Checksum.of {
      for group in groups(of: size, in: count) {
        let promise = loop.makePromise(of: Int.self)
        for _ in group {
          promise.futureResult.whenComplete { result in collect((try? result.get()) ?? 0) }
        }
        promise.succeed(1)
      }
    }
  }

  static func fanIn(_ count: Int, size: Int) -> Int {
    let loop = loop
    return Checksum.of {
      for group in groups(of: size, in: count) {
        let promises = group.map { _ in loop.makePromise(of: Int.self) }
        let last = EventLoopFuture.whenAllSucceed(promises.map(\.futureResult), on: loop)
          .map { collect($0.reduce(0, +)) }
        for (promise, index) in zip(promises, group) { promise.succeed(index) }
        withExtendedLifetime(last) {}
      }
    }
  }
}
