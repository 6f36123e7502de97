#if Tracing
import Pledge
import Tracing

/// A promise and everything derived from it, as described by a span.
struct Chain: Sendable {
  /// A failed stage that has no following stage.
  struct Failure: Sendable {
    let promise: PromiseID
    /// The error; `nil` if the promise is broken.
    let error: (any Error)?
  }

  /// The span of a chain and its context, read early so that the tracer is not called under a lock.
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

  /// The context that was current where the chain was started.
  let parent: ServiceContext
  /// `nil` while the span is being started.
  var started: Started?
  /// The number of unsettled promises.
  var pending = 0
  private(set) var stages = 0
  /// The distinct operators, in the order of their first use.
  private(set) var operators: [String] = []
  /// The label of the first promise that has one.
  private(set) var label: (text: String, promise: PromiseID)?
  /// The outcome of the last settled stage without a following stage.
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

  /// Removes the failure of `promise`, since a following stage handles it.
  ///
  /// - Returns: The failure, so that the caller can release it without a lock.
  mutating func passOn(_ promise: PromiseID) -> Failure? {
    failures.firstIndex { $0.promise == promise }.map { failures.remove(at: $0) }
  }

  mutating func add(_ label: String, of promise: PromiseID) {
    if let found = self.label?.promise, found < promise { return }
    self.label = (label, promise)
  }

  mutating func link(to chain: Chains.ID, _ context: ServiceContext) {
    guard links.count < Chain.maximumLinks, linked.insert(chain).inserted else { return }
    links.append(context)
  }
}
#endif
