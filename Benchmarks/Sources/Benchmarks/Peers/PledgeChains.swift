import Dispatch
import OpenCombine
import Pledge
import PledgeCombine
import PledgeNIO
import PledgeTrace

/// Pledge with its default flags; only recordings and bridges use modules other than `Pledge`.
enum PledgePeer {
  static func settledMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      _ = Promise(value: index).map { $0 + 1 }.map { $0 + 1 }.map { collect($0 + 1) }
    }
  }

  static func pendingMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let promise = Promise<Int>()
      let last = promise.map { $0 + 1 }.map { $0 + 1 }.map { collect($0 + 1) }
      promise.resolve(index)
      withExtendedLifetime(last) {}
    }
  }

  static func recordedMaps(_ count: Int) -> Int {
    // Soon full, so the measurement includes releasing old chains.
    let recorder = TraceRecorder(capacity: 1_000)
    recorder.start()
    defer { recorder.stop() }
    return pendingMaps(count)
  }

  static func listedMaps(_ count: Int) -> Int {
    let installation = Diagnostics.recordPending()
    defer { installation.remove() }
    return pendingMaps(count)
  }

  static func pendingCapturingMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let promise = Promise<Int>()
      let last = promise.map { $0 + index }.map { $0 + index }.map { collect($0 + index) }
      promise.resolve(index)
      withExtendedLifetime(last) {}
    }
  }

  static func newResolve(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let promise = Promise<Int>()
      promise.resolve(index)
      collect(index)
    }
  }

  static func serialQueueMaps(_ count: Int) -> Int {
    oneByOne(count) { index, done in
      let promise = Promise<Int>()
      let last = queueMaps(promise, done)
      promise.resolve(index)
      return last
    }
  }

  static func settledQueueMaps(_ count: Int) -> Int {
    oneByOne(count) { index, done in queueMaps(Promise(value: index), done) }
  }

  private static func queueMaps(
    _ promise: Promise<Int>,
    _ done: DispatchSemaphore
  ) -> Promise<Int> {
    let queue = DispatchPeer.queue
    return
      promise
      .map(on: queue) { $0 + 1 }
      .map(on: queue) { $0 + 1 }
      .map(on: queue) { value in
        collect(value + 1)
        done.signal()
        return value
      }
  }

  static func pendingFlatMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let promise = Promise<Int>()
      let last =
        promise
        .flatMap { Promise(value: $0 + 1) }
        .flatMap { Promise(value: $0 + 1) }
        .flatMap { Promise(value: collect($0 + 1)) }
      promise.resolve(index)
      withExtendedLifetime(last) {}
    }
  }

  static func pendingFlatMapsPendingInner(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let (promise, first, second, third) = (
        Promise<Int>(), Promise<Int>(), Promise<Int>(), Promise<Int>()
      )
      let last = promise.flatMap { _ in first }.flatMap { _ in second }.flatMap { _ in third }
        .map { collect($0) }
      promise.resolve(index)
      first.resolve(index + 1)
      second.resolve(index + 2)
      third.resolve(index + 3)
      withExtendedLifetime(last) {}
    }
  }

  static func race(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let (winner, loser) = (Promise<Int>(), Promise<Int>())
      let last = Pledge.race(winner, loser).map { collect($0) }
      winner.resolve(index)
      loser.resolve(.max)
      withExtendedLifetime(last) {}
    }
  }

  /// Races the promises returned by `make` against a promise that never settles.
  static func races<Value: Sendable>(
    of make: @escaping @Sendable () -> Value
  ) -> Competitor {
    Competitor(
      .pledge,
      keeping: { Promise<Value>() },
      { never, count in
        Checksum.of(count) { _ in
          let winner = Promise<Value>()
          let last = Pledge.race(never, winner).map { _ in collect(1) }
          winner.resolve(make())
          withExtendedLifetime(last) {}
        }
      },
      end: { never in never.resolve(make()) }
    )
  }

  static func discardableMaps(_ count: Int) -> Int {
    let work = Work()
    return Checksum.of(count) { index in
      let promise = Promise<Int>(discard: { work.stop() })
      let last = promise.map { $0 + 1 }.map { $0 + 1 }.map { collect($0 + 1) }
      promise.resolve(index)
      withExtendedLifetime(last) {}
    }
  }

  static func mapDiscard(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let promise = Promise<Int>()
      let mapped = promise.map { collect($0 - .max) }
      mapped.discard()
      promise.resolve(index)
      collect(1)
    }
  }

  /// Detaches consumers from the middle of a list, because the newest one stays at its end.
  static func detachingConsumers(_ count: Int) -> Int {
    Checksum.of {
      let promise = Promise<Int>()
      let detachingConsumers = (0..<count).map { _ in promise.map { $0 } }
      let remaining = promise.map { $0 }
      for detachingConsumer in detachingConsumers {
        detachingConsumer.discard()
        collect(1)
      }
      promise.resolve(1)
      withExtendedLifetime(remaining) {}
    }
  }

  static func timeout(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let promise = Promise<Int>()
      let last = promise.timeout(after: .seconds(3600)).map { collect($0) }
      promise.resolve(index)
      withExtendedLifetime(last) {}
    }
  }

  static func timers(_ count: Int) -> Int {
    Checksum.of {
      let promises = (0..<count).map { _ in Promise<Int>() }
      let last = promises.map { $0.timeout(after: .seconds(3600)).map { collect($0) } }
      for (index, promise) in promises.enumerated() { promise.resolve(index) }
      withExtendedLifetime(last) {}
    }
  }

  static func nioRoundTrip(_ count: Int) -> Int {
    let loop = NIOPeer.loop
    return Checksum.of(count) { index in
      let promise = Promise<Int>()
      let last = promise.eventLoopFuture(on: loop).promise().map { collect($0) }
      promise.resolve(index)
      withExtendedLifetime(last) {}
    }
  }

  static func combineRoundTrip(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let promise = Promise<Int>()
      let last = promise.publisher.firstValue().map { collect($0) }
      promise.resolve(index)
      withExtendedLifetime(last) {}
    }
  }
}
