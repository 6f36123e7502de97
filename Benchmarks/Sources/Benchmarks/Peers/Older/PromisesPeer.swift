import Dispatch
import PledgePromises

/// The API of google/promises, with handlers on a serial queue.
enum PromisesPeer: QueuedPeer, JoiningPeer {
  typealias Promise = PledgePromises.Promise<Int>

  static let peer = Peer.promises

  static func settled(_ value: Int) -> Promise { Promise(value) }
  static func pending() -> Promise { .pending() }
  static func settle(_ promise: Promise, _ value: Int) { promise.fulfill(value) }
  static func observe(_ promise: Promise) {
    promise.then(on: DispatchPeer.queue) { value in _ = collect(value) }
  }

  static func maps(_ promise: Promise, _ done: DispatchSemaphore) -> Promise {
    let queue = DispatchPeer.queue
    return
      promise
      .then(on: queue) { $0 + 1 }
      .then(on: queue) { $0 + 1 }
      .then(on: queue) { value in
        collect(value + 1)
        done.signal()
      }
  }

  static func flatMaps(_ promise: Promise, _ done: DispatchSemaphore) -> Promise {
    let queue = DispatchPeer.queue
    return
      promise
      .then(on: queue) { Promise($0 + 1) }
      .then(on: queue) { Promise($0 + 1) }
      .then(on: queue) { value in
        defer { done.signal() }
        return Promise(collect(value + 1))
      }
  }

  static func fanIn(_ count: Int, size: Int) -> Int {
    let queue = DispatchPeer.queue
    return inTurn(groups(of: size, in: count)) { group, done in
      let promises = group.map { _ in Promise.pending() }
      let last = all(on: queue, promises).then(on: queue) { values in
        collect(values.reduce(0, +))
        done.signal()
      }
      for (promise, index) in zip(promises, group) { promise.fulfill(index) }
      return last
    }
  }
}
