import Foundation

/// Runs `work` on a thread of its own with a small stack, and waits while other tests go on.
///
/// - Parameters:
///   - kibibytes: The size of the stack.
///   - work: What to run there.
/// - Returns: What `work` returns.
/// - Throws: What `work` throws.
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

/// Runs `work` on `count` threads, which all start at once, and waits until all have ended.
///
/// - Parameters:
///   - count: How many threads, from 1.
///   - work: What each of them runs, with its number from 0.
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

/// The thread that calls this, for comparing while it lives.
public func currentThread() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }
