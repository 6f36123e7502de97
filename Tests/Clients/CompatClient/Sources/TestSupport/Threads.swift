public import Dispatch
import Foundation

/// Runs `work` on a separate thread with a small stack, and waits for it without blocking other
/// tests.
///
/// - Parameters:
///   - kibibytes: The size of the stack.
///   - work: The closure to run.
/// - Returns: The result of `work`.
/// - Throws: Rethrows errors of `work`.
public func onSmallStack<Answer: Sendable, Failure: Error>(
  kibibytes: Int = 512,
  _ work: @escaping @Sendable () throws(Failure) -> Answer
) async throws(Failure) -> Answer {
  let result: Result<Answer, Failure> = await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: Result(catching: work)) }
    thread.stackSize = kibibytes << 10
    thread.start()
  }
  return try result.get()
}

/// Runs `work` on `count` threads that start together, and waits until all have ended.
///
/// - Parameters:
///   - count: The number of threads, at least 1.
///   - work: The closure to run. Receives the number of the thread, from 0.
public func onThreads(_ count: Int, _ work: @escaping @Sendable (_ thread: Int) -> Void) async {
  let ready = DispatchGroup()
  for _ in 0..<count { ready.enter() }
  await withTaskGroup(of: Void.self) { group in
    for number in 0..<count {
      group.addTask {
        await onSmallStack {
          ready.leave()
          ready.wait()
          work(number)
        }
      }
    }
  }
}

/// Returns an identifier of the calling thread, valid for comparison while the thread lives.
public func currentThread() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }

private let mark = DispatchSpecificKey<String>()

extension DispatchQueue {
  /// The name of the marked queue on which the caller runs.
  public static var currentMark: String? { getSpecific(key: mark) }

  /// Returns a new queue that code can recognize when it runs there.
  public static func marked(_ name: String, attributes: Attributes = []) -> DispatchQueue {
    let queue = DispatchQueue(label: name, attributes: attributes)
    queue.setSpecific(key: mark, value: name)
    return queue
  }

  /// Runs `body` while the queue is suspended.
  public func stopped<Output>(_ body: () throws -> Output) rethrows -> Output {
    suspend()
    defer { resume() }
    return try body()
  }

  /// Waits until the queue has run all its blocks, and those that they add, up to `levels` levels
  /// deep.
  public func finish(_ levels: Int = 4) {
    for _ in 0..<levels { sync {} }
  }
}

/// Waits until the main queue has run all its blocks, and those that they add, up to `levels`
/// levels deep, without blocking it.
public func mainQueueDrained(_ levels: Int = 1) async {
  for _ in 0..<levels {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }
}
