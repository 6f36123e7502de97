import OpenCombine
import Pledge
import PledgeCombine
import PledgeNIO

extension PledgePeer {
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
