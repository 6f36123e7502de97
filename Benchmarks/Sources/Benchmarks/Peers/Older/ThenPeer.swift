import Dispatch
import PledgeThen

/// The API of Then, whose handlers run in place.
///
/// Only combinations need a queue.
enum ThenPeer: ImmediatePeer, JoiningPeer {
  typealias Promise = PledgeThen.Promise<Int>

  static let peer = Peer.then

  static func settled(_ value: Int) -> Promise { Promise(value) }
  static func pending() -> Promise { Promise() }
  static func settle(_ promise: Promise, _ value: Int) { promise.fulfill(value) }
  static func observe(_ promise: Promise) { promise.then { collect($0) } }

  static func maps(_ promise: Promise) -> Promise {
    promise.then { $0 + 1 }.then { $0 + 1 }.then { collect($0 + 1) }
  }

  static func flatMaps(_ promise: Promise) -> Promise {
    promise
      .then { Promise($0 + 1) }
      .then { Promise($0 + 1) }
      .then { Promise(collect($0 + 1)) }
  }

  static func fanIn(_ count: Int, size: Int) -> Int {
    inTurn(groups(of: size, in: count)) { group, done in
      let promises = group.map { _ in Promise() }
      let last = Promises.whenAll(promises, callbackQueue: DispatchPeer.queue).then { values in
        collect(values.reduce(0, +))
        done.signal()
      }
      for (promise, index) in zip(promises, group) { promise.fulfill(index) }
      return last
    }
  }
}
