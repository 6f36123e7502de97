#if Tracing
public import Pledge
public import Tracing

internal import PledgeSupport

/// An observer that creates a span for each chain of promises, from its start until all its
/// promises are settled.
///
///     ServiceContext.keepInHandlers()
///     Diagnostics.install(PromiseSpans(tracer: InstrumentationSystem.tracer))
///
/// A chain is a promise that has its own producer or is a combination, and everything derived from
/// it. Its span is a child of the `ServiceContext` that was current where the chain was started.
/// The span is named after the operator and the source location of that promise. It ends when no
/// promise of the chain is pending. A stage derived after that starts its own span under the same
/// parent, with a link to the span that has ended. A stage derived from a promise older than the
/// installation starts its own span without a link. A chain that waits for another one has a link
/// to it.
///
/// When it ends, a span has these attributes: `pledge.promise`, `pledge.site`, `pledge.operators`
/// (without duplicates), `pledge.label` (that of the chain's first promise that has one),
/// `pledge.stages` (their number), and `pledge.outcome` (the outcome of the
/// last settled stage without a following stage: `fulfilled`, `rejected`, `overdrawn`, `discarded`,
/// or `broken`; `overdrawn` is a rejection because a `RetryBudget` was overdrawn). Its status is an
/// error if the rejection of a stage was unhandled, or the rejected stage has no following stage. A
/// chain that ends with `catch` is therefore an error, since `catch` passes the error on. A chain
/// that recovers is not, and neither is a cancellation. Up to 8 errors, 32 operators, and 128 links
/// are recorded.
///
/// The span is not made current: spans that handlers start are its siblings, not its children. The
/// tracer is called on the threads on which the events happen.
public final class PromiseSpans: PromiseObserver {
  private let tracer: any Tracer
  private let chains: Locked<Chains>

  /// Creates the observer; it starts no span before it is installed.
  ///
  /// - Parameters:
  ///   - tracer: The tracer that starts the spans.
  ///   - remembered: The number of settled promises and ended chains to remember, so that stages
  ///     derived later can be assigned to them; zero or more. Each needs about a hundred bytes.
  public init(tracer: any Tracer, remembered: Int = 4_096) {
    precondition(
      remembered >= 0,
      "\(remembered) chains cannot be remembered; give zero or more"
    )
    self.tracer = tracer
    chains = Locked(Chains(remembered: remembered))
  }

  /// Processes `event`; starts or ends a span for the first or last event of a chain.
  ///
  /// - Parameter event: The event.
  public func observe(_ event: PromiseEvent) {
    let promise = event.promise
    switch event.kind {
    case .created:
      let (name, context) = (event.operatorName, ServiceContext.current ?? .topLevel)
      act(on: chains.withLock { $0.create(promise, name, in: context) }, event)
    case .chained(let source):
      let (name, context) = (event.operatorName, ServiceContext.current ?? .topLevel)
      act(on: chains.withLock { $0.chain(promise, to: source, name, in: context) }, event)
    case .settled(let outcome):
      act(on: chains.withLock { $0.settle(promise, outcome) }, event)
    case .merged: act(on: chains.withLock { $0.remove(promise) }, event)
    case .unhandled(let error): chains.withLock { $0.report(promise, error) }
    case .waits(let other): chains.withLock { $0.wait(promise, for: other) }
    case .labeled(let label):
      let text = label.line(limit: .name)
      chains.withLock { $0.label(promise, text) }
    case .settledAgain: break
    }
  }

  /// Ends the spans of all pending chains, with `pending` as their `pledge.outcome`.
  ///
  /// Call it at the end of a program, or after removing the observer, which then receives no more
  /// events.
  ///
  /// - Complexity: O(*n* log *n*) in the number of pending promises.
  public func endAll() {
    for step in chains.withLock({ $0.endAll() }) { step.end?.endSpan() }
  }

  private func act(on step: Chains.Step, _ event: PromiseEvent) {
    step.end?.endSpan()
    guard let (chain, parent) = step.start else { return }
    let span = tracer.startSpan(
      "\(event.operatorName) \(event.site)",
      context: parent,
      function: event.operatorName,
      file: event.fileID.line(limit: .name),
      line: event.line
    )
    span.updateAttributes { attributes in
      attributes["pledge.promise"] = event.promise.description
      attributes["pledge.site"] = event.site
    }
    // Other threads may have settled all promises of the chain before its span was started.
    let started = Chain.Started(span)
    chains.withLock { $0.start(chain, started) }.end?.endSpan()
  }
}

extension Chain {
  /// Writes the results of the chain to the span, and ends it.
  fileprivate func endSpan() {
    guard let span = started?.span else { return }
    span.updateAttributes { attributes in
      attributes["pledge.label"] = label?.text
      attributes["pledge.operators"] = operators
      attributes["pledge.stages"] = stages
      attributes["pledge.outcome"] = outcome
    }
    for context in links { span.addLink(SpanLink(context: context, attributes: [:])) }
    let errors = failures.filter { $0.error?.isCancellation != true }
    for error in errors.compactMap(\.error) { span.recordError(error) }
    if let first = errors.first {
      let message = first.error?.shortDescription ?? "broken"
      span.setStatus(SpanStatus(code: .error, message: message))
    }
    span.end()
  }
}
#endif
