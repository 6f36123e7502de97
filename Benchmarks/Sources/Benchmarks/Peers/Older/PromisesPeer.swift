import Dispatch
import PledgePromises

/// The API of google/promises, with handlers on a serial queue, for which the workloads wait.
///
/// It has no handlers that run immediately.
enum PromisesPeer: JoiningPeer {
  static let peer = Peer.promises

  static let observedPromise = Competitor(
    peer,
    fill: { (shelf: Shelf<Promise<Int>>) in
      let queue = DispatchPeer.queue
      shelf.fill { _ in
        let promise = Promise<Int>.pending()
        promise.then(on: queue) { value in _ = collect(value) }
        return promise
      }
    },
    clear: { shelf in
      Checksum.of {
        for (index, promise) in shelf.things.enumerated() { promise.fulfill(index) }
        DispatchPeer.queue.sync {}
      }
    }
  )

  static func settledMaps(_ count: Int) -> Int {
    let queue = DispatchPeer.queue
    return oneByOne(count) { index, done in
      Promise(index)
        .then(on: queue) { $0 + 1 }
        .then(on: queue) { $0 + 1 }
        .then(on: queue) { value in
          collect(value + 1)
          done.signal()
        }
    }
  }

  static func pendingMaps(_ count: Int) -> Int {
    let queue = DispatchPeer.queue
    return oneByOne(count) { index, done in
      let promise = Promise<Int>.pending()
      let last =
        promise
        .then(on: queue) { $0 + 1 }
        .then(on: queue) { $0 + 1 }
        .then(on: queue) { value in
          collect(value + 1)
          done.signal()
        }
      promise.fulfill(index)
      return last
    }
  }

  static func pendingFlatMaps(_ count: Int) -> Int {
    let queue = DispatchPeer.queue
    return oneByOne(count) { index, done in
      let promise = Promise<Int>.pending()
      let last =
        promise
        .then(on: queue) { Promise($0 + 1) }
        .then(on: queue) { Promise($0 + 1) }
        .then(on: queue) { value in
          defer { done.signal() }
          return Promise(collect(value + 1))
        }
      promise.fulfill(index)
      return last
    }
  }

  static func fanOut(_ count: Int, size: Int) -> Int {
    let queue = DispatchPeer.queue
    return Checksum.of {
      for group in groups(of: size, in: count) {
        let promise = Promise<Int>.pending()
        for _ in group { promise.then(on: queue) { value in _ = collect(value) } }
        promise.fulfill(1)
        queue.sync {}
      }
    }
  }

  static func fanIn(_ count: Int, size: Int) -> Int {
    let queue = DispatchPeer.queue
    return inTurn(groups(of: size, in: count)) { group, done in
      let promises = group.map { _ in Promise<Int>.pending() }
      let last = all(on: queue, promises).then(on: queue) { values in
        collect(values.reduce(0, +))
        done.signal()
      }
      for (promise, index) in zip(promises, group) { promise.fulfill(index) }
      return last
    }
  }
}
