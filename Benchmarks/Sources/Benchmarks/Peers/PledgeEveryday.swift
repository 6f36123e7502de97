import Pledge

extension PledgePeer {
  static func allPair(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let (number, flag) = (Promise<Int>(), Promise<Bool>())
      let last = all(number, flag).map { collect($0 + ($1 ? 1 : 0)) }
      number.resolve(index)
      flag.resolve(true)
      withExtendedLifetime(last) {}
    }
  }

  static func rejectedMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let promise = Promise<Int>()
      let last = promise.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }
        .recover { _ in index }
        .map { collect($0) }
      promise.reject(Failure())
      withExtendedLifetime(last) {}
    }
  }

  static func pendingHandlers(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let promise = Promise<Int>()
      let last = promise.tap { collect($0) }.ensure { collect(1) }.recover { _ in 0 }
      promise.resolve(index)
      withExtendedLifetime(last) {}
    }
  }

  static func retrySettled(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let last = retry(max: 2) { Promise(value: index) }
      collect((try? last.result?.get()) ?? 0)
    }
  }

  static func queueAdd(_ count: Int) -> Int {
    let queue = PromiseQueue(limit: 1)
    return Checksum.of(count) { index in
      let last = queue.add { Promise(value: index) }
      collect((try? last.result?.get()) ?? 0)
    }
  }

  static func queueRate(_ count: Int) -> Int {
    let rate = PromiseQueue.Rate(1_000, per: .seconds(1), burst: .max)
    let queue = PromiseQueue(limit: 1, rate: rate)
    return Checksum.of(count) { index in
      queue.pause()
      let last = queue.add { Promise(value: index) }
      queue.resume()
      collect((try? last.result?.get()) ?? 0)
    }
  }

  static func batchPair(_ count: Int) -> Int {
    let loader = BatchLoader<Int, Int>(window: .seconds(60), maxBatchSize: 2) { keys in
      Promise(value: [keys[0]: keys[0], keys[1]: keys[1]])
    }
    return Checksum.of(count) { index in
      let first = loader.value(for: -1)
      let second = loader.value(for: index)
      collect((try? second.result?.get()) ?? 0)
      withExtendedLifetime(first) {}
    }
  }

  static func batchKey(_ count: Int, size: Int) -> Int {
    let loader = BatchLoader<Int, Int>(window: .seconds(60), maxBatchSize: size) { keys in
      Promise(value: Dictionary(uniqueKeysWithValues: keys.map { ($0, $0) }))
    }
    return Checksum.of {
      for group in groups(of: size, in: count) {
        let waiters = group.map { loader.value(for: $0) }
        loader.flush()
        for waiter in waiters { collect((try? waiter.result?.get()) ?? 0) }
      }
    }
  }

  static func singleFlight(_ count: Int) -> Int {
    let flights = SingleFlight<Int, Int>(limit: 0)
    return Checksum.of(count) { index in
      let load = Promise<Int>()
      let first = flights.value(for: 0) { load }
      let second = flights.value(for: 0) { load }
      load.resolve(index)
      collect((try? second.result?.get()) ?? 0)
      withExtendedLifetime(first) {}
    }
  }

  static func singleFlightWaiter(_ count: Int, size: Int) -> Int {
    let flights = SingleFlight<Int, Int>(limit: 0)
    return Checksum.of {
      for group in groups(of: size, in: count) {
        let load = Promise<Int>()
        let waiters = group.map { _ in flights.value(for: 0) { load } }
        load.resolve(1)
        for waiter in waiters { collect((try? waiter.result?.get()) ?? 0) }
      }
    }
  }

  static func singleFlightKept(_ count: Int) -> Int {
    let flights = SingleFlight<Int, Int>(expiry: .seconds(60), limit: 1_000)
    flights.insert(1, for: 0)
    return Checksum.of(count) { _ in
      let value = flights.value(for: 0) { Promise(value: 0) }
      collect((try? value.result?.get()) ?? 0)
    }
  }

  static func awaitSettled(_ count: Int) -> Int {
    let promise = Promise(value: 1)
    return TaskPeer.checksum {
      for _ in 0..<count { collect((try? await promise.value) ?? 0) }
    }
  }

  static func awaitTask(_ count: Int) -> Int {
    TaskPeer.checksumInPool {
      for _ in 0..<count { collect((try? await Promise { try await one() }.value) ?? 0) }
    }
  }

  static func awaitPending(_ count: Int) -> Int {
    let backlog = Backlog<Promise<Int>>()
    return Checksum.of {
      TaskPeer.executor.run {
        for _ in 0..<count {
          let promise = Promise<Int>()
          backlog.append(promise)
          collect((try? await promise.value) ?? 0)
        }
      } whenIdle: {
        backlog.popFirst()?.resolve(1)
      }
    }
  }

  static let observedPromise = Competitor(.pledge) {
    let promise = Promise<Int>()
    promise.observe { result in collect((try? result.get()) ?? 0) }
    return promise
  } settle: {
    $0.resolve($1)
  }
}
