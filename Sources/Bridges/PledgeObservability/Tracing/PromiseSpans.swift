#if Tracing
public import Pledge
public import Tracing

internal import class PledgeCore.Locked

/// An observer that has a span for each chain of promises: from where the chain was started until all
/// of it is settled.
///
///     ServiceContext.keepInHandlers()
///     Diagnostics.install(PromiseSpans(tracer: InstrumentationSystem.tracer))
///
/// A chain is a promise with a producer of its own, or a combination, and all that was derived from
/// it. Its span is a child of the `ServiceContext` that was current where it was started, and is named
/// after what made the promise and where. It ends when no promise of the chain is pending. A stage that
/// is chained later starts a span of its own, below the same parent and with a link to the one that
/// has ended; so does one that is chained to a promise from before the installation, without a link.
/// A chain that waits for another has a link to it.
///
/// When it ends, a span has these attributes: `pledge.promise`, `pledge.site`, `pledge.operators`
/// (each one once), `pledge.stages` (their number) and `pledge.outcome` (how the last stage ended that
/// none is chained to: `fulfilled`, `rejected`, `discarded` or `broken`). Its status is an error if
/// a rejection was left: nobody heard it, or the stage is one that none is chained to. A chain that ends
/// in `catch` is an error, too, since that passes the error on; one that recovers is none, and neither
/// is a cancellation. Up to 8 errors, 32 operators and 128 links are recorded.
///
/// The span is not made current: spans that handlers start are its siblings, not its children. The
/// tracer is called on the threads on which things happen.
public final class PromiseSpans: PromiseObserver {
  private let tracer: any Tracer
  private let chains: Locked<Chains>

  /// Creates the observer; it starts no span before it is installed.
  ///
  /// - Parameters:
  ///   - tracer: Starts the spans.
  ///   - remembered: How many settled promises and ended chains are remembered, so that a stage that is
  ///     chained later finds its place; zero or more. Each one takes some hundred bytes.
  public init(tracer: any Tracer, remembered: Int = 4_096) {
    precondition(
      remembered >= 0,
      "\(remembered) chains cannot be remembered; give zero or more"
    )
    self.tracer = tracer
    chains = Locked(Chains(remembered: remembered))
  }

  /// Takes note of `event`; starts or ends a span if it is the first or the last of a chain.
  ///
  /// - Parameter event: What happened.
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
    case .merged: act(on: chains.withLock { $0.leave(promise) }, event)
    case .unhandled(let error): chains.withLock { $0.report(promise, error) }
    case .waits(let other): chains.withLock { $0.wait(promise, for: other) }
    case .settledAgain: break
    }
  }

  /// Ends the spans of all chains that are pending, with `pending` for `pledge.outcome`.
  ///
  /// For the end of a program, and after the observer was removed, since it hears nothing more then.
  ///
  /// - Complexity: O(*n* log *n*) in the number of promises that are pending.
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
      file: line(event.fileID, limit: nameLimit),
      line: event.line
    )
    span.updateAttributes { attributes in
      attributes["pledge.promise"] = event.promise.description
      attributes["pledge.site"] = event.site
    }
    // It may have ended before it was started, as far as other threads are concerned.
    let started = Chain.Started(span)
    chains.withLock { $0.start(chain, started) }.end?.endSpan()
  }
}

extension Chain {
  /// Says in the span what became of the chain, and ends it.
  fileprivate func endSpan() {
    guard let span = started?.span else { return }
    span.updateAttributes { attributes in
      attributes["pledge.operators"] = operators
      attributes["pledge.stages"] = stages
      attributes["pledge.outcome"] = outcome
    }
    for context in links { span.addLink(SpanLink(context: context, attributes: [:])) }
    let errors = failures.filter { $0.error?.isCancellation != true }
    for error in errors.compactMap(\.error) { span.recordError(error) }
    if let first = errors.first {
      let message = first.error.map { line("\($0)") } ?? "broken"
      span.setStatus(SpanStatus(code: .error, message: message))
    }
    span.end()
  }
}
#endif
