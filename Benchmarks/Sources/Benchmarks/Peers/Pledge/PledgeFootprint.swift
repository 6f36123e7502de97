import Pledge

extension PledgePeer {
  static let observedPromise = Competitor(
    .pledge,
    fill: { shelf in
      shelf.fill { _ in
        let promise = Promise<Int>()
        promise.observe { result in collect((try? result.get()) ?? 0) }
        return promise
      }
    },
    clear: { shelf in
      Checksum.of { for (index, promise) in shelf.things.enumerated() { promise.resolve(index) } }
    }
  )
}
