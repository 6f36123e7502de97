import Foundation

/// What happened, in order, from any thread.
final class Log<Entry: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [Entry] = []

  /// What was noted so far.
  var entries: [Entry] { lock.withLock { list } }

  func note(_ entry: Entry) {
    lock.withLock { list.append(entry) }
  }
}

/// Something whose end can be seen.
final class Token: Sendable {}

/// Runs `work` on a thread with a small stack and waits for its end, while other tests go on.
func onSmallStack<Answer: Sendable>(_ work: @escaping @Sendable () -> Answer) async -> Answer {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: work()) }
    thread.stackSize = 512 * 1_024
    thread.start()
  }
}

/// Runs `work` on four threads at once and waits until all have ended.
func onFourThreads(_ work: @escaping @Sendable (_ thread: Int) -> Void) {
  let ended = DispatchSemaphore(value: 0)
  for index in 0..<4 {
    Thread.detachNewThread {
      work(index)
      ended.signal()
    }
  }
  for _ in 0..<4 { ended.wait() }
}

/// The thread that calls this, for comparing.
func currentThread() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }
