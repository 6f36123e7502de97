import NIOCore

extension NIOPeer {
  static func timeout(_ count: Int) -> Int {
    let loop = loop
    return Checksum.of(count) { index in
      let promise = loop.makePromise(of: Int.self)
      let last = limited(promise).map { collect($0) }
      promise.succeed(index)
      withExtendedLifetime(last) {}
    }
  }

  static func timers(_ count: Int) -> Int {
    let loop = loop
    return Checksum.of {
      let promises = (0..<count).map { _ in loop.makePromise(of: Int.self) }
      let last = promises.map { limited($0).map { collect($0) } }
      for (index, promise) in promises.enumerated() { promise.succeed(index) }
      withExtendedLifetime(last) {}
    }
  }

  /// Fails `promise` in an hour unless it is settled first.
  private static func limited(_ promise: EventLoopPromise<Int>) -> EventLoopFuture<Int> {
    let timer = loop.scheduleTask(in: .hours(1)) { promise.fail(Failure()) }
    promise.futureResult.whenComplete { _ in timer.cancel() }
    return promise.futureResult
  }
}
