import Dispatch
import PledgeThen

/// The API of Then, whose handlers run in place.
///
/// Only combinations need a queue.
enum ThenPeer: JoiningPeer {
  static let peer = Peer.then

  static let observedPromise = Competitor(
    peer,
    fill: { (shelf: Shelf<Promise<Int>>) in
      shelf.fill { _ in
        let promise = Promise<Int>()
        promise.then { collect($0) }
        return promise
      }
    },
    clear: { shelf in
      Checksum.of { for (index, promise) in shelf.things.enumerated() { promise.fulfill(index) } }
    }
  )

  static func settledMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      Promise(index).then { $0 + 1 }.then { $0 + 1 }.then { collect($0 + 1) }
    }
  }

  static func pendingMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let promise = Promise<Int>()
      let last = promise.then { $0 + 1 }.then { $0 + 1 }.then { collect($0 + 1) }
      promise.fulfill(index)
      withExtendedLifetime(last) {}
    }
  }

  static func pendingFlatMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let promise = Promise<Int>()
      let last =
        promise
        .then { Promise($0 + 1) }
        .then { Promise($0 + 1) }
        .then { Promise(collect($0 + 1)) }
      promise.fulfill(index)
      withExtendedLifetime(last) {}
    }
  }

  static func fanOut(_ count: Int, size: Int) -> Int {
    Checksum.of {
      for group in groups(of: size, in: count) {
        let promise = Promise<Int>()
        for _ in group { promise.then { collect($0) } }
        promise.fulfill(1)
      }
    }
  }

  static func fanIn(_ count: Int, size: Int) -> Int {
    inTurn(groups(of: size, in: count)) { group, done in
      let promises = group.map { _ in Promise<Int>() }
      let last = Promises.whenAll(promises, callbackQueue: DispatchPeer.queue).then { values in
        collect(values.reduce(0, +))
        done.signal()
      }
      for (promise, index) in zip(promises, group) { promise.fulfill(index) }
      return last
    }
  }
}
