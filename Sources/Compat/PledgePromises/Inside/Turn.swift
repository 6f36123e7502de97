internal import Dispatch
internal import Pledge

/// The queue of a handler, where it has its turn later; it is counted until then.
struct Turn: ExecutionContext {
  let queue: DispatchQueue

  init(_ queue: DispatchQueue) {
    self.queue = queue
  }

  func run(_ work: @escaping @Sendable () -> Void) {
    queue.async(group: .promises, execute: work)
  }
}

/// The thread that is here anyway, for what comes from outside; it is counted meanwhile.
struct AtOnce: ExecutionContext {
  func run(_ work: @escaping @Sendable () -> Void) {
    DispatchGroup.promises.counting(work)
  }
}
