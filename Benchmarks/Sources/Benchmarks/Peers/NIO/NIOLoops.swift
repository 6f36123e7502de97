import Dispatch
import NIOCore

extension NIOPeer {
  static func loopSettled(_ count: Int) -> Int {
    Checksum.of { _ = turn(count) }
  }

  static func loopQueued(_ count: Int) -> Int {
    let done = DispatchSemaphore(value: 0)
    return Checksum.of {
      queuedTurn(count).whenComplete { _ in done.signal() }
      done.wait()
    }
  }

  private static func turn(_ left: Int) -> EventLoopFuture<Int> {
    guard left > 0 else { return settled(0) }
    collect(1)
    return settled(left - 1).flatMap { turn($0) }
  }

  private static func queuedTurn(_ left: Int) -> EventLoopFuture<Int> {
    guard left > 0 else { return elsewhere.makeSucceededFuture(0) }
    collect(1)
    return elsewhere.submit { left - 1 }.flatMap { queuedTurn($0) }
  }
}
