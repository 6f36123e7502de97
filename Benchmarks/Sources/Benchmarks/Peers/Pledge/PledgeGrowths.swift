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

  /// Starts operations that each wait for another operation of the same queue, in its last free slots.
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
