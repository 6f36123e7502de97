import Dispatch
import Foundation
import PledgeWhen

/// The API of When, with handlers on a serial queue.
enum WhenPeer: QueuedPeer, JoiningPeer {
  typealias Promise = PledgeWhen.Promise<Int>

  static let peer = Peer.when

  static func settled(_ value: Int) -> Promise {
    Promise(queue: DispatchPeer.queue, state: .resolved(value: value))
  }
  static func pending() -> Promise { Promise(queue: DispatchPeer.queue) }
  static func settle(_ promise: Promise, _ value: Int) { promise.resolve(value) }
  static func observe(_ promise: Promise) { promise.done { collect($0) } }

  static func maps(_ promise: Promise, _ done: DispatchSemaphore) -> PledgeWhen.Promise<Void> {
    let queue = DispatchPeer.queue
    return
      promise
      .then(on: queue) { $0 + 1 }
      .then(on: queue) { $0 + 1 }
      .then(on: queue) { value -> Void in
        collect(value + 1)
        done.signal()
      }
  }

  static func flatMaps(_ promise: Promise, _ done: DispatchSemaphore) -> Promise {
    let queue = DispatchPeer.queue
    return
      promise
      .then(on: queue) { settled($0 + 1) }
      .then(on: queue) { settled($0 + 1) }
      .then(on: queue) { settled(collect($0 + 1)) }
      .done { _ in done.signal() }
  }

  static func fanIn(_ count: Int, size: Int) -> Int {
    let queue = DispatchPeer.queue
    return Checksum.of {
      for group in groups(of: size, in: count) {
        let done = DispatchSemaphore(value: 0)
        let promises = group.map { _ in Promise(queue: queue) }
        when(promises).done { values in
          collect(values.reduce(0, +))
          done.signal()
        }
        for (promise, index) in zip(promises, group) { promise.resolve(index) }
        waitOnMainQueue(for: done)
      }
    }
  }

  /// Waits for work on the main queue, such as the end of `when`.
  ///
  /// Runs the main queue's loop if necessary.
  private static func waitOnMainQueue(for done: DispatchSemaphore) {
    guard Thread.isMainThread else { return done.wait() }
    while done.wait(timeout: .now()) == .timedOut {
      _ = RunLoop.main.run(mode: .default, before: .now + 0.01)
    }
  }
}
