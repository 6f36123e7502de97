import Pledge

extension PledgePeer {
  static func fanOut(_ count: Int, size: Int) -> Int {
    Checksum.of {
      for group in groups(of: size, in: count) {
        let promise = Promise<Int>()
        for _ in group { promise.observe { result in collect((try? result.get()) ?? 0) } }
        promise.resolve(1)
      }
    }
  }

  static func fanIn(_ count: Int, size: Int) -> Int {
    Checksum.of {
      for group in groups(of: size, in: count) {
        let promises = group.map { _ in Promise<Int>() }
        let last = all(promises).map { collect($0.reduce(0, +)) }
        for (promise, index) in zip(promises, group) { promise.resolve(index) }
        withExtendedLifetime(last) {}
      }
    }
  }

  /// Chains one promise after many others; the last of these settles it.
  static func chainAfter(_ count: Int) -> Int {
    Checksum.of {
      let promise = Promise<Int>()
      let others = (0..<count).map { _ in Promise<Int>() }
      for other in others {
        promise.chain(after: other)
        collect(1)
      }
      others.last?.resolve(1)
      withExtendedLifetime(others) {}
    }
  }

  /// Returns the same promise from many stages.
  ///
  /// Each stage is checked for a cycle.
  static func returnedPromise(_ count: Int) -> Int {
    Checksum.of {
      let inputs = (0..<count).map { _ in Promise<Int>() }
      let inner = all(inputs)
      let outer = Promise<Int>()
      let last = all((0..<count).map { _ in outer.flatMap { _ in inner.map { _ in collect(1) } } })
      outer.resolve(1)
      for input in inputs { input.resolve(1) }
      withExtendedLifetime(last) {}
    }
  }

  /// Starts loads that wait for each other.
  ///
  /// Each load is checked for a cycle.
  static func loads(_ count: Int) -> Int {
    Checksum.of {
      let flights = SingleFlight<Int, Int>()
      let first = Promise<Int>()
      let waiters = (0..<count).map { key in
        flights.value(for: key) {
          guard key > 0 else { return first.map { collect($0) } }
          return flights.value(for: key - 1) { first }.map { collect($0) }
        }
      }
      first.resolve(1)
      withExtendedLifetime(waiters) {}
    }
  }

  /// Adds operations to a queue that is paused, and resumes it.
  static func queuedOperations(_ count: Int) -> Int {
    Checksum.of {
      let rate = PromiseQueue.Rate(1_000, per: .seconds(1), burst: .max)
      let queue = PromiseQueue(rate: rate)
      queue.pause()
      for index in 0..<count {
        _ = queue.add(priority: index % 8) { Promise(value: 1) }.map { collect($0) }
      }
      queue.resume()
    }
  }

  static func batchedKeys(_ count: Int) -> Int {
    Checksum.of {
      let loader = BatchLoader<Int, Int>(window: .seconds(60)) { keys in
        Promise(value: Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) }))
      }
      let values = (0..<count).map { key in loader.value(for: key).map { collect($0) } }
      loader.flush()
      withExtendedLifetime(values) {}
    }
  }

  static func mapConcurrently(_ count: Int, size: Int) -> Int {
    Checksum.of {
      for group in groups(of: size, in: count) {
        let backlog = Backlog<(Promise<Int>, Int)>()
        let last =
          group
          .mapConcurrently(limit: 8) { element in
            let promise = Promise<Int>()
            backlog.append((promise, element))
            return promise
          }
          .map { collect($0.reduce(0, +)) }
        while let (promise, element) = backlog.popFirst() { promise.resolve(element + 1) }
        withExtendedLifetime(last) {}
      }
    }
  }

  static func contention(_ count: Int) -> Int {
    Contest.run(
      count,
      create: { Promise<Int>() },
      settle: { $0.resolve(1) },
      attach: { promise, tally, number in promise.map { tally.add($0 * number) } }
    )
  }
}
