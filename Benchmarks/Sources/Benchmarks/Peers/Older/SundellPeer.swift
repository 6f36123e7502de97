import PledgeSundell

/// The future and the promise of Swift by Sundell, whose callbacks always run in place.
enum SundellPeer: OlderPeer {
  static let peer = Peer.sundell

  static let observedPromise = Competitor(
    peer,
    fill: { (shelf: Shelf<Promise<Int>>) in
      shelf.fill { _ in
        let promise = Promise<Int>()
        promise.observe { result in collect((try? result.get()) ?? 0) }
        return promise
      }
    },
    clear: { shelf in
      Checksum.of {
        for (index, promise) in shelf.things.enumerated() { promise.resolve(with: index) }
      }
    }
  )

  static func settledMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      _ = Promise(value: index)
        .transformed { $0 + 1 }
        .transformed { $0 + 1 }
        .transformed { collect($0 + 1) }
    }
  }

  static func pendingMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let promise = Promise<Int>()
      let last =
        promise
        .transformed { $0 + 1 }
        .transformed { $0 + 1 }
        .transformed { collect($0 + 1) }
      promise.resolve(with: index)
      withExtendedLifetime(last) {}
    }
  }

  static func pendingFlatMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let promise = Promise<Int>()
      let last =
        promise
        .chained { Promise(value: $0 + 1) }
        .chained { Promise(value: $0 + 1) }
        .chained { Promise(value: collect($0 + 1)) }
      promise.resolve(with: index)
      withExtendedLifetime(last) {}
    }
  }

  static func fanOut(_ count: Int, size: Int) -> Int {
    Checksum.of {
      for group in groups(of: size, in: count) {
        let promise = Promise<Int>()
        for _ in group { promise.observe { result in collect((try? result.get()) ?? 0) } }
        promise.resolve(with: 1)
      }
    }
  }
}
