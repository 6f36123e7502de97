import Dispatch
import Foundation
import PledgeWhen

/// The API of When, with handlers on a serial queue, for which the workloads wait.
///
/// It has no handlers that run immediately.
enum WhenPeer: JoiningPeer {
  static let peer = Peer.when

  static let observedPromise = Competitor(
    peer,
    fill: { (shelf: Shelf<Promise<Int>>) in
      let queue = DispatchPeer.queue
      shelf.fill { _ in Promise<Int>(queue: queue).done { collect($0) } }
    },
    clear: { shelf in
      Checksum.of {
        for (index, promise) in shelf.things.enumerated() { promise.resolve(index) }
        DispatchPeer.queue.sync {}
      }
    }
  )

  static func settledMaps(_ count: Int) -> Int {
    let queue = DispatchPeer.queue
    return oneByOne(count) { index, done in
      Promise(queue: queue, state: .resolved(value: index))
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
      let promise = Promise<Int>(queue: queue)
      let last =
        promise
        .then(on: queue) { $0 + 1 }
        .then(on: queue) { $0 + 1 }
        .then(on: queue) { value in
          collect(value + 1)
          done.signal()
        }
      promise.resolve(index)
      return last
    }
  }

  static func pendingFlatMaps(_ count: Int) -> Int {
    let queue = DispatchPeer.queue
    return oneByOne(count) { index, done in
      let promise = Promise<Int>(queue: queue)
      promise
        .then(on: queue) { settled($0 + 1) }
        .then(on: queue) { settled($0 + 1) }
        .then(on: queue) { settled(collect($0 + 1)) }
        .done { _ in done.signal() }
      promise.resolve(index)
    }
  }

  static func fanOut(_ count: Int, size: Int) -> Int {
    let queue = DispatchPeer.queue
    return Checksum.of {
      for group in groups(of: size, in: count) {
        let promise = Promise<Int>(queue: queue)
        for _ in group { promise.done { collect($0) } }
        promise.resolve(1)
        queue.sync {}
      }
    }
  }

  static func fanIn(_ count: Int, size: Int) -> Int {
    let queue = DispatchPeer.queue
    return Checksum.of {
      for group in groups(of: size, in: count) {
        let done = DispatchSemaphore(value: 0)
        let promises = group.map { _ in Promise<Int>(queue: queue) }
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

  private static func settled(_ value: Int) -> Promise<Int> {
    Promise(queue: DispatchPeer.queue, state: .resolved(value: value))
  }
}
