import Dispatch
import OpenCombine

extension CombinePeer {
  static func loopSettled(_ count: Int) -> Int {
    Checksum.of { _ = turn(count).run() }
  }

  static func loopQueued(_ count: Int) -> Int {
    let done = DispatchSemaphore(value: 0)
    return Checksum.of {
      let last = queuedTurn(count).map { _ in done.signal() }.run()
      done.wait()
      withExtendedLifetime(last) {}
    }
  }

  private static func turn(_ left: Int) -> AnyPublisher<Int, any Error> {
    guard left > 0 else { return settled(0).eraseToAnyPublisher() }
    collect(1)
    return settled(left - 1).flatMap { turn($0) }.eraseToAnyPublisher()
  }

  private static func queuedTurn(_ left: Int) -> AnyPublisher<Int, any Error> {
    guard left > 0 else { return settled(0).eraseToAnyPublisher() }
    collect(1)
    return settled(left - 1).receive(on: queue).flatMap { queuedTurn($0) }.eraseToAnyPublisher()
  }
}
