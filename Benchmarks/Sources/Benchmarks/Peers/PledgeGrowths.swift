import Dispatch
import Pledge

// Numbers of things that once took quadratic time.

extension PledgePeer {
  /// Releases the producers of promises that can be discarded, while others wait for them.
  static func releasedRoots(_ count: Int) -> Int {
    Checksum.of {
      var roots = (0..<count).map { _ in Promise<Int>(discard: {}) }
      let other = Promise<Int>()
      // The race is between the roots and what needs them.
      var last = Pledge.race(allSettled(roots).map { $0.count }, other)
      for _ in roots {
        last = last.map { $0 }
        collect(1)
      }
      roots.removeAll()
      withExtendedLifetime((last, other)) {}
    }
  }

  /// Starts operations that each wait for another operation of the same queue, in its last free
  /// slots.
  ///
  /// Each wait is checked for a deadlock.
  static func nestedOperations(_ count: Int) -> Int {
    Checksum.of {
      let queue = PromiseQueue(limit: count + 1)
      let gates = (0..<count).map { _ in Promise<Int>() }
      let operations = gates.map { gate in
        queue.add { gate.flatMap { value in queue.add { Promise(value: value) } } }
          .map { collect($0) }
      }
      for gate in gates { gate.resolve(1) }
      withExtendedLifetime(operations) {}
    }
  }

  /// Adds operations to a queue that prefers the earliest deadline, and resumes it.
  static func deadlines(_ count: Int) -> Int {
    Checksum.of {
      let queue = PromiseQueue()
      queue.pause()
      for deadline in 0..<count {
        _ = queue.add(priority: -deadline) { Promise(value: 1) }.map { collect($0) }
      }
      queue.resume()
    }
  }
}

extension PledgePeer {
  static func deepSettle(_ count: Int) -> Int {
    Checksum.of {
      let root = Promise<Int>()
      let last = stages(count, on: root).map { collect($0) }
      root.resolve(0)
      withExtendedLifetime(last) {}
    }
  }

  static func deepReject(_ count: Int) -> Int {
    Checksum.of {
      let root = Promise<Int>()
      let last = stages(count, on: root).recover { _ in collect(count) }
      root.reject(Failure())
      withExtendedLifetime(last) {}
    }
  }

  static func deepDiscard(_ count: Int) -> Int {
    Checksum.of {
      let root = Promise<Int>(discard: { collect(count) })
      stages(count, on: root).discard()
    }
  }

  static func deepDrop(_ count: Int) -> Int {
    _ = stages(count, on: Promise<Int>())
    return count
  }

  private static func stages(_ count: Int, on root: Promise<Int>) -> Promise<Int> {
    var last = root
    for _ in 0..<count { last = last.map { $0 + 1 } }
    return last
  }

  static func loopSettled(_ count: Int) -> Int {
    Checksum.of { _ = turn(count) }
  }

  static func loopQueued(_ count: Int) -> Int {
    let done = DispatchSemaphore(value: 0)
    return Checksum.of {
      queuedTurn(count).observe { _ in done.signal() }
      done.wait()
    }
  }

  private static func turn(_ left: Int) -> Promise<Int> {
    guard left > 0 else { return Promise(value: 0) }
    collect(1)
    return Promise(value: left - 1).flatMap { turn($0) }
  }

  private static func queuedTurn(_ left: Int) -> Promise<Int> {
    guard left > 0 else { return Promise(value: 0) }
    collect(1)
    return Promise(value: left - 1).flatMap(on: DispatchPeer.queue) { queuedTurn($0) }
  }
}
