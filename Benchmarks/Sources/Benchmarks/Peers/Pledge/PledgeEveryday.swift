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
}
