import Dispatch
import Foundation
import PledgeTestSupport

/// Holds one thread in the middle of an operation until another thread has inspected the state.
final class Gate: Sendable {
  private let arrived = DispatchSemaphore(value: 0)
  private let opened = DispatchSemaphore(value: 0)

  /// Waits until the gate is open.
  func pass() {
    arrived.signal()
    opened.wait()
  }

  /// Waits until a thread is at the gate.
  func waitForArrival() { arrived.wait() }

  func open() { opened.signal() }
}

/// Runs `bodies` concurrently, each on its own thread, once in each round.
///
/// - Parameters:
///   - rounds: The number of rounds.
///   - shared: The state shared by the bodies of one round, created anew for each round.
///   - bodies: The closures that race.
///   - isRight: Returns whether the state is correct when all bodies have ended.
/// - Returns: The number of incorrect rounds.
func raced<Shared: Sendable>(
  rounds: Int,
  sharing shared: @autoclosure () -> Shared,
  _ bodies: [@Sendable (Shared) -> Void],
  isRight: (Shared) -> Bool
) -> Int {
  let racers = bodies.map(Racer.init)
  var wrong = 0
  for _ in 0..<rounds {
    let shared = shared()
    let line = StartingLine(racers: racers.count)
    for racer in racers { racer.start(with: shared, at: line) }
    for racer in racers { racer.waitForEnd() }
    if !isRight(shared) { wrong += 1 }
  }
  for racer in racers { racer.stop() }
  return wrong
}

/// A thread that runs the same closure once per round.
private final class Racer<Shared: Sendable>: Sendable {
  private let next = Locked<(shared: Shared, line: StartingLine)?>(nil)
  private let begin = DispatchSemaphore(value: 0)
  private let end = DispatchSemaphore(value: 0)

  init(_ work: @escaping @Sendable (Shared) -> Void) {
    let thread = Thread { [next, begin, end] in
      while true {
        begin.wait()
        guard let round = next.value else { return }
        round.line.wait()
        work(round.shared)
        end.signal()
      }
    }
    thread.start()
  }

  func start(with shared: Shared, at line: StartingLine) {
    next.value = (shared, line)
    begin.signal()
  }

  func waitForEnd() { end.wait() }

  func stop() {
    next.value = nil
    begin.signal()
  }
}

/// Releases threads at nearly the same moment.
private final class StartingLine: Sendable {
  private let missing: Locked<Int>

  init(racers: Int) { missing = Locked(racers) }

  func wait() {
    missing.withLock { $0 -= 1 }
    // Spin only briefly, because there may be more racers than cores.
    var spins = 0
    while missing.value > 0, spins < 500 { spins += 1 }
  }
}

/// Returns the number of threads of this process, or 1 on platforms where it is unavailable.
func threads() -> Int {
  #if os(Linux)
  (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
  #else
  1
  #endif
}
