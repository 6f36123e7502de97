import Dispatch
import NIOCore

extension NIOPeer {
  static func settledMaps(_ count: Int) -> Int {
    let loop = loop
    return Checksum.of(count) { index in
      _ = loop.makeSucceededFuture(index)
        .map { $0 + 1 }.map { $0 + 1 }.map { collect($0 + 1) }
    }
  }

  static func pendingMaps(_ count: Int) -> Int {
    let loop = loop
    return Checksum.of(count) { index in
      let promise = loop.makePromise(of: Int.self)
      let last = promise.futureResult.map { $0 + 1 }.map { $0 + 1 }.map { collect($0 + 1) }
      promise.succeed(index)
      withExtendedLifetime(last) {}
    }
  }

  /// Uses a loop as NIO's serial queue.
  ///
  /// As for the other peers, it has another thread, so every stage is attached with a hop.
  static func serialQueueMaps(_ count: Int) -> Int {
    oneByOne(count) { index, done in
      let promise = elsewhere.makePromise(of: Int.self)
      let last = promise.futureResult
        .map { $0 + 1 }
        .map { $0 + 1 }
        .map { value in
          collect(value + 1)
          done.signal()
        }
      promise.succeed(index)
      return last
    }
  }

  static func pendingFlatMaps(_ count: Int) -> Int {
    let loop = loop
    return Checksum.of(count) { index in
      let promise = loop.makePromise(of: Int.self)
      let last = promise.futureResult
        .flatMap { settled($0 + 1) }
        .flatMap { settled($0 + 1) }
        .flatMap { settled(collect($0 + 1)) }
      promise.succeed(index)
      withExtendedLifetime(last) {}
    }
  }

  static func allPair(_ count: Int) -> Int {
    let loop = loop
    return Checksum.of(count) { index in
      let (number, flag) = (loop.makePromise(of: Int.self), loop.makePromise(of: Bool.self))
      let last = number.futureResult.and(flag.futureResult).map { collect($0 + ($1 ? 1 : 0)) }
      number.succeed(index)
      flag.succeed(true)
      withExtendedLifetime(last) {}
    }
  }

  static func rejectedMaps(_ count: Int) -> Int {
    let loop = loop
    return Checksum.of(count) { index in
      let promise = loop.makePromise(of: Int.self)
      let last = promise.futureResult.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }
        .recover { _ in index }
        .map { collect($0) }
      promise.fail(Failure())
      withExtendedLifetime(last) {}
    }
  }

  static func pendingHandlers(_ count: Int) -> Int {
    let loop = loop
    return Checksum.of(count) { index in
      let promise = loop.makePromise(of: Int.self)
      let last = promise.futureResult
        .map { number in
          collect(number)
          return number
        }
        .always { _ in collect(1) }
        .recover { _ in 0 }
      promise.succeed(index)
      withExtendedLifetime(last) {}
    }
  }

  static func roundTrip(_ count: Int) -> Int {
    let loop = loop
    return Checksum.of(count) { index in
      let promise = loop.makePromise(of: Int.self)
      let there = loop.makePromise(of: Int.self)
      let back = loop.makePromise(of: Int.self)
      promise.futureResult.cascade(to: there)
      there.futureResult.cascade(to: back)
      let last = back.futureResult.map { collect($0) }
      promise.succeed(index)
      withExtendedLifetime(last) {}
    }
  }
}

/// Races in NIO, which has no such operator: both futures cascade to a promise that ignores the
/// later one.
extension NIOPeer {
  static func race(_ count: Int) -> Int {
    let loop = loop
    return Checksum.of(count) { index in
      let (winner, loser) = (loop.makePromise(of: Int.self), loop.makePromise(of: Int.self))
      let last = race(winner.futureResult, loser.futureResult, on: loop).map { collect($0) }
      winner.succeed(index)
      loser.succeed(.max)
      withExtendedLifetime(last) {}
    }
  }

  private static func race(
    _ first: EventLoopFuture<Int>,
    _ second: EventLoopFuture<Int>,
    on loop: any EventLoop
  ) -> EventLoopFuture<Int> {
    let settled = loop.makePromise(of: Int.self)
    first.cascade(to: settled)
    second.cascade(to: settled)
    return settled.futureResult
  }

  static let observedPromise = Competitor(.nio) {
    let promise = loop.makePromise(of: Int.self)
    promise.futureResult.whenComplete { result in collect((try? result.get()) ?? 0) }
    return promise
  } settle: {
    $0.succeed($1)
  }
}
