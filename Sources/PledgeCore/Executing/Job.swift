internal import CPledge
internal import PledgeSupport

/// The execution of a stage's handler on a context, with the source whose outcome it handles.
///
/// The stage does not retain its job, so the end of the job shows whether the context has dropped
/// it.
@usableFromInline final class Job: @unchecked Sendable {
  // The first property, because its address is computed. A claim of the stage is not sufficient: a
  // stage that waits for a promise from its handler is not claimed.
  @exclusivity(unchecked) private var wasRun: UInt = 0
  private let stage: Node
  private let source: Node
  private let cleanup: (any WaitingCleanup)?
  // Weak: a context that is released with its jobs also releases this one.
  private weak var context: AnyObject?

  @usableFromInline init(
    stage: Node,
    source: Node,
    cleanup: (any WaitingCleanup)?,
    on context: AnyObject?
  ) {
    self.stage = stage
    self.source = source
    self.cleanup = cleanup
    self.context = context
  }

  deinit {
    guard isFirstRun() else { return }
    stage.breakPromise()
    cleanup?.cleanUp()
  }

  /// Runs the handler or, if the stage has been settled otherwise, its cleanup; does so only once.
  ///
  /// Also runs the handlers of the next stages whose hops are redundant; see ``SharedJob``.
  /// Callable from any thread.
  @usableFromInline func run() {
    guard isFirstRun() else { return }
    guard stage.claim() else {
      cleanup?.cleanUp()
      return
    }
    let nesting = Nesting()
    nesting.enter()
    let disposition = stage.working {
      unsafe stage.entryPoint(stage, .resolve(with: source))
    }
    if disposition.isOutcome { settle(disposition) }
    nesting.leave()
  }

  private func settle(_ disposition: Disposition) {
    // Retained until the delivery has ended, so that no other context has its address.
    withExtendedLifetime(context) { context in
      stage.settle(disposition, in: SharedJob(on: context.map { ObjectIdentifier($0) }))
    }
  }

  private func isFirstRun() -> Bool {
    unsafe Once.isFirst(ObjectLayout.firstWord(of: self))
  }
}
