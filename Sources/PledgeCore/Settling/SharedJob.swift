/// A job that also runs the handlers of the next stages, so that a chain on one context hops once.
///
/// The job has run the handler that settled the source of a delivery. If the source has only one
/// consumer, and the handler of that consumer needs a job of the same context, the delivery runs
/// the handler as if it needed no job. So the stack stays constant, and the order is that of the
/// hops: no other consumer of the source has enqueued a job on the context.
struct SharedJob {
  /// The number of handlers that a job runs; the next one is enqueued, to be fair to other jobs.
  static var handlerLimit: Int { 16 }

  /// The context that runs the job; `nil` if each handler needs its own job.
  ///
  /// Whoever runs the job retains the context, so that no other one has its address.
  private(set) var context: ObjectIdentifier?
  private var handlersLeft = SharedJob.handlerLimit - 1

  /// Creates the state of a job that has run one handler.
  init(on context: ObjectIdentifier?) {
    self.context = context
  }

  /// No job: each handler that needs one hops.
  static var none: SharedJob { SharedJob(on: nil) }

  /// Counts one more handler.
  ///
  /// - Returns: `false` if the handler has to be enqueued.
  mutating func takeTurn() -> Bool {
    guard handlersLeft > 0 else { return false }
    handlersLeft -= 1
    return true
  }

  /// Makes all following handlers hop.
  mutating func end() {
    context = nil
  }
}
