import Foundation

/// Runs `work` on a new thread, waits for it, and returns its result.
///
/// - Parameters:
///   - stackSize: The size of the thread's stack in bytes.
///   - work: The work to run.
/// - Returns: The result of `work`.
func onThread<Output>(stackSize: Int, _ work: @escaping () -> Output) -> Output {
  let done = DispatchSemaphore(value: 0)
  // Safe: one thread waits while the other one works.
  nonisolated(unsafe) let work = work
  nonisolated(unsafe) var output: Output?
  let thread = Thread {
    unsafe output = unsafe work()
    done.signal()
  }
  thread.stackSize = stackSize
  thread.start()
  done.wait()
  guard let output = unsafe output else { fatalError("the thread ended without a result") }
  return output
}
