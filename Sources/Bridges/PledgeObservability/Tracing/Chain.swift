#if Tracing
import Pledge
import Tracing

/// A promise, and what was derived from it: what a span tells of.
struct Chain: Sendable {
  /// A stage that has no stage after it, and ended badly.
  struct Failure: Sendable {
    let promise: PromiseID
    /// `nil` for one that lost its producer.
    let error: (any Error)?
  }

  /// Its span, and the context of that, so that the tracer need not be asked for it under a lock.
  struct Started: Sendable {
    let span: any Span
    let context: ServiceContext

    init(_ span: any Span) {
      self.span = span
      context = span.context
    }
  }

  private static let maximumOperators = 32
  private static let maximumFailures = 8
  private static let maximumLinks = 128

  /// What was current where the chain was started.
  let parent: ServiceContext
  /// `nil` while the span is being started.
  var started: Started?
  /// How many of its promises have no outcome yet.
  var pending = 0
  private(set) var stages = 0
  /// Each one once, in the order in which they were first used.
  private(set) var operators: [String] = []
  /// How the last stage ended that has no stage after it.
  var outcome: String?
  private(set) var failures: [Failure] = []
  private(set) var links: [ServiceContext] = []
  private var linked: Set<Chains.ID> = []

  init(parent: ServiceContext) {
    self.parent = parent
  }

  mutating func add(_ operator: String) {
    stages += 1
    pending += 1
    guard operators.count < Chain.maximumOperators, !operators.contains(`operator`) else { return }
    operators.append(`operator`)
  }

  mutating func fail(_ promise: PromiseID, _ error: (any Error)?) {
    guard failures.count < Chain.maximumFailures else { return }
    if !failures.contains(where: { $0.promise == promise }) {
      failures.append(Failure(promise: promise, error: error))
    }
  }

  /// Leaves the failure of `promise` to a stage after it.
  ///
  /// - Returns: The failure, to be released without a lock.
  mutating func passOn(_ promise: PromiseID) -> Failure? {
    failures.firstIndex { $0.promise == promise }.map { failures.remove(at: $0) }
  }

  mutating func link(to chain: Chains.ID, _ context: ServiceContext) {
    guard links.count < Chain.maximumLinks, linked.insert(chain).inserted else { return }
    links.append(context)
  }
}
#endif
