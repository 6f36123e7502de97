import PledgePromiseKit

/// PromiseKit's API, with handlers without a queue: `on: nil`.
enum PromiseKitPeer: JoiningPeer {
  static let peer = Peer.promisekit

  static let observedPromise = Competitor(
    peer,
    fill: { (shelf: Shelf<Resolver<Int>>) in
      shelf.fill { _ in
        let (promise, seal) = Promise<Int>.pending()
        _ = promise.done(on: nil) { collect($0) }
        return seal
      }
    },
    clear: { shelf in
      Checksum.of { for (index, seal) in shelf.things.enumerated() { seal.fulfill(index) } }
    }
  )

  static func settledMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      _ = Promise.value(index)
        .map(on: nil) { $0 + 1 }
        .map(on: nil) { $0 + 1 }
        .map(on: nil) { collect($0 + 1) }
    }
  }

  static func pendingMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let (promise, seal) = Promise<Int>.pending()
      let last =
        promise
        .map(on: nil) { $0 + 1 }
        .map(on: nil) { $0 + 1 }
        .map(on: nil) { collect($0 + 1) }
      seal.fulfill(index)
      withExtendedLifetime(last) {}
    }
  }

  static func pendingFlatMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let (promise, seal) = Promise<Int>.pending()
      let last =
        promise
        .then(on: nil) { Promise.value($0 + 1) }
        .then(on: nil) { Promise.value($0 + 1) }
        .then(on: nil) { Promise.value(collect($0 + 1)) }
      seal.fulfill(index)
      withExtendedLifetime(last) {}
    }
  }

  static func fanOut(_ count: Int, size: Int) -> Int {
    Checksum.of {
      for group in groups(of: size, in: count) {
        let (promise, seal) = Promise<Int>.pending()
        for _ in group { _ = promise.done(on: nil) { collect($0) } }
        seal.fulfill(1)
      }
    }
  }

  static func fanIn(_ count: Int, size: Int) -> Int {
    Checksum.of {
      for group in groups(of: size, in: count) {
        let sources = group.map { _ in Promise<Int>.pending() }
        let last = when(fulfilled: sources.map(\.promise))
          .map(on: nil) { collect($0.reduce(0, +)) }
        for (source, index) in zip(sources, group) { source.resolver.fulfill(index) }
        withExtendedLifetime(last) {}
      }
    }
  }
}
