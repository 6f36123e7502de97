import Synchronization
import Testing

@testable import Benchmarks

@Suite("Contest")
struct ContestTests {
  /// An object that is settled once, and to which handlers are attached.
  private final class Cell: Sendable {
    private let state = Mutex<(isSettled: Bool, handlers: [@Sendable (Int) -> Void])>((false, []))

    func settle() {
      for handler in state.withLock({ state in
        state.isSettled = true
        return state.handlers
      }) { handler(1) }
    }

    func attach(_ handler: @escaping @Sendable (Int) -> Void) {
      let isSettled = state.withLock { state in
        if !state.isSettled { state.handlers.append(handler) }
        return state.isSettled
      }
      if isSettled { handler(1) }
    }
  }

  @Test(arguments: [(1, 0), (0, -17), (2, 17)])
  func `handlers that run once add up, and others are detected`(times: Int, difference: Int) {
    let sum = Contest.run(
      100,
      patience: .zero,
      create: { Cell() },
      settle: { $0.settle() },
      attach: { cell, tally, number in
        for _ in 0..<(number == 17 ? times : 1) { cell.attach { tally.add($0 * number) } }
      }
    )

    #expect(sum == Contest.checksum(100) + difference)
  }
}
