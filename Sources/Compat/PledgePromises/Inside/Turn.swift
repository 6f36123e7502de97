internal import Dispatch
internal import Pledge

/// The queue on which a handler runs asynchronously; the handler is counted until it has run.
struct Turn: ExecutionContext {
  let queue: DispatchQueue

  init(_ queue: DispatchQueue) {
    self.queue = queue
  }

  func run(_ work: @escaping @Sendable () -> Void) {
    queue.async(group: .promises, execute: work)
  }
}

/// The current thread, for outcomes of Pledge futures; the work is counted while it runs.
struct CurrentThreadContext: ExecutionContext {
  func run(_ work: @escaping @Sendable () -> Void) {
    DispatchGroup.promises.counting(work)
  }
}
