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

  static func pendingCapturingMaps(_ count: Int) -> Int {
    let loop = loop
    return Checksum.of(count) { index in
      let promise = loop.makePromise(of: Int.self)
      let last = promise.futureResult
        .map { $0 + index }.map { $0 + index }.map { collect($0 + index) }
      promise.succeed(index)
      withExtendedLifetime(last) {}
    }
  }

  static func newResolve(_ count: Int) -> Int {
    let loop = loop
    return Checksum.of(count) { index in
      let promise = loop.makePromise(of: Int.self)
      promise.succeed(index)
      collect(index)
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
}
