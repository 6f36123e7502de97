import Dispatch
import Foundation

/// Work on a thread of its own.
final class Spawned: Sendable {
  private let ended = DispatchSemaphore(value: 0)

  init(stackSize: Int? = nil, _ work: @escaping @Sendable () -> Void) {
    let held = Locked<(@Sendable () -> Void)?>(work)
    let thread = Thread { [ended] in
      // Gone with all it holds before anybody goes on.
      held.withLock { held in
        defer { held = nil }
        return held
      }?()
      ended.signal()
    }
    if let stackSize { thread.stackSize = stackSize }
    thread.start()
  }

  func join() { ended.wait() }
}

/// The thread that calls this, for comparing.
func currentThread() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }

/// Runs `work` on another thread and waits for its end.
func onThread(_ work: @escaping @Sendable () -> Void) {
  Spawned(work).join()
}

/// Runs `work` on a thread with a small stack, and lets other tests go on meanwhile.
func onSmallStack<Answer: Sendable>(_ work: @escaping @Sendable () -> Answer) async -> Answer {
  await withCheckedContinuation { continuation in
    _ = Spawned(stackSize: 512 * 1024) { continuation.resume(returning: work()) }
  }
}

/// Stops one thread in the middle of something, until another one has looked.
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

/// Runs `works` at once, each on a thread of its own, in each of `rounds`.
///
/// - Parameters:
///   - rounds: How often.
///   - shared: What the works of one round share, made anew for each.
///   - works: What races.
///   - isRight: Looks at the round when all works have ended.
/// - Returns: How many rounds were not right.
func raced<Shared: Sendable>(
  rounds: Int,
  sharing shared: @autoclosure () -> Shared,
  _ works: [@Sendable (Shared) -> Void],
  isRight: (Shared) -> Bool
) -> Int {
  let racers = works.map(Racer.init)
  var wrong = 0
  for _ in 0..<rounds {
    let shared = shared()
    let line = StartingLine(racers: racers.count)
    for racer in racers { racer.start(with: shared, at: line) }
    for racer in racers { racer.waitForEnd() }
    if !isRight(shared) { wrong += 1 }
  }
  for racer in racers { racer.retire() }
  return wrong
}

/// A thread that does the same work once in each round.
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

  func retire() {
    next.value = nil
    begin.signal()
  }
}

/// Lets threads go at nearly the same moment.
private final class StartingLine: Sendable {
  private let missing: Locked<Int>

  init(racers: Int) { missing = Locked(racers) }

  func wait() {
    missing.withLock { $0 -= 1 }
    // Not for long: there may be more racers than cores.
    var looks = 0
    while missing.value > 0, looks < 500 { looks += 1 }
  }
}

/// How many threads this process has; 1 where that cannot be seen.
func threads() -> Int {
  #if os(Linux)
  (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
  #else
  1
  #endif
}
