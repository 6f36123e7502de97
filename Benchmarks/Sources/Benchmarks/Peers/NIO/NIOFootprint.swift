import NIOCore

extension NIOPeer {
  static let observedPromise = Competitor(
    .nio,
    fill: { (shelf: Shelf<EventLoopPromise<Int>>) in
      let loop = loop
      shelf.fill { _ in
        let promise = loop.makePromise(of: Int.self)
        promise.futureResult.whenComplete { result in collect((try? result.get()) ?? 0) }
        return promise
      }
    },
    clear: { shelf in
      Checksum.of { for (index, promise) in shelf.things.enumerated() { promise.succeed(index) } }
    }
  )
}
