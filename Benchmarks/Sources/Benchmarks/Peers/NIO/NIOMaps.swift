import NIOCore

extension NIOPeer {
  static func settledMaps(_ count: Int) -> Int {
    onLoop {
      Checksum.of(count) { index in
        _ = loop.makeSucceededFuture(index)
          .map { $0 + 1 }.map { $0 + 1 }.map { collect($0 + 1) }
      }
    }
  }

  static func pendingMaps(_ count: Int) -> Int {
    onLoop {
      Checksum.of(count) { index in
        let promise = loop.makePromise(of: Int.self)
        let last = promise.futureResult.map { $0 + 1 }.map { $0 + 1 }.map { collect($0 + 1) }
        promise.succeed(index)
        withExtendedLifetime(last) {}
      }
    }
  }
}
