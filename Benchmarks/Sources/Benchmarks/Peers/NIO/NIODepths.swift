import NIOCore

extension NIOPeer {
  static func deepSettle(_ count: Int) -> Int {
    Checksum.of {
      let root = loop.makePromise(of: Int.self)
      let last = stages(count, on: root).map { collect($0) }
      root.succeed(0)
      withExtendedLifetime(last) {}
    }
  }

  static func deepReject(_ count: Int) -> Int {
    Checksum.of {
      let root = loop.makePromise(of: Int.self)
      let last = stages(count, on: root).recover { _ in collect(count) }
      root.fail(Failure())
      withExtendedLifetime(last) {}
    }
  }

  static func deepDrop(_ count: Int) -> Int {
    _ = stages(count, on: loop.makePromise(of: Int.self))
    return count
  }

  private static func stages(_ count: Int, on root: EventLoopPromise<Int>) -> EventLoopFuture<Int> {
    var last = root.futureResult
    for _ in 0..<count { last = last.map { $0 + 1 } }
    return last
  }
}
