import Dispatch
import Pledge

extension PledgePeer {
  static func loopSettled(_ count: Int) -> Int {
    Checksum.of { _ = turn(count) }
  }

  static func loopQueued(_ count: Int) -> Int {
    let done = DispatchSemaphore(value: 0)
    return Checksum.of {
      queuedTurn(count).observe { _ in done.signal() }
      done.wait()
    }
  }

  private static func turn(_ left: Int) -> Promise<Int> {
    guard left > 0 else { return Promise(value: 0) }
    collect(1)
    return Promise(value: left - 1).flatMap { turn($0) }
  }

  private static func queuedTurn(_ left: Int) -> Promise<Int> {
    guard left > 0 else { return Promise(value: 0) }
    collect(1)
    return Promise(value: left - 1).flatMap(on: DispatchPeer.queue) { queuedTurn($0) }
  }
}
