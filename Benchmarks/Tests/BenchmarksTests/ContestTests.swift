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

  private func contestSum(_ attach: @escaping (Cell, Tally, Int) -> Void) -> Int {
    Contest.run(
      100,
      patience: .zero,
      create: { Cell() },
      settle: { $0.settle() },
      attach: attach
    )
  }

  @Test func `handlers that run once add up`() {
    let sum = contestSum { cell, tally, number in cell.attach { tally.add($0 * number) } }

    #expect(sum == Contest.checksum(100))
  }

  @Test func `a lost handler is detected`() {
    let sum = contestSum { cell, tally, number in
      if number != 17 { cell.attach { tally.add($0 * number) } }
    }

    #expect(sum == Contest.checksum(100) - 17)
  }

  @Test func `a handler that runs twice is detected`() {
    let sum = contestSum { cell, tally, number in
      cell.attach { tally.add($0 * number) }
      if number == 17 { cell.attach { tally.add($0 * number) } }
    }

    #expect(sum == Contest.checksum(100) + 17)
  }
}
