internal import CPledge

/// The closures that stop the work of a node, and the tasks and hooks that are told of priorities.
extension Node {
  /// Runs `stop` when this node is discarded, or immediately if it has been discarded.
  ///
  /// Callable from any thread.
  package final func onDiscard(_ stop: @escaping @Sendable () -> Void) {
    hold(Block(stopping: stop))
  }

  /// Runs `block` when this node is discarded, or immediately if it has been discarded.
  private final func hold(_ block: Block) {
    if occupy(with: block) { return }
    // The node now has work that can be stopped, so it ends with its last consumer.
    upstream.insertReleasing(.dependent)
    if !attach({ $0.stops.append(block) }), isDiscarded { block.run(()) }
  }

  /// Cancels `task` when this node is discarded, or immediately if it has been discarded; passes
  /// lent priorities on to it.
  ///
  /// Callable from any thread.
  ///
  /// - Parameters:
  ///   - task: The task that settles this node.
  ///   - priority: A priority that it is known to have.
  package final func onDiscard<Success, Failure>(
    canceling task: Task<Success, Failure>,
    of priority: TaskPriority
  ) {
    let work = HeldWork.task(
      // SAFETY: a task is a single reference, whatever the types of its result are.
      unsafe unsafeBitCast(task, to: Task<Void, Never>.self),
      priority: priority.rawValue
    )
    let block = Block(holding: work)
    hold(block)
    escalate(block)
  }

  /// Calls `body` with the priorities that this node is lent from now on, and with the one that it
  /// was lent before, if any.
  ///
  /// Callable from any thread.
  package final func onEscalation(_ body: @escaping @Sendable (TaskPriority) -> Void) {
    let block = Block(holding: .hook(EscalationHook(body)))
    if attach({ $0.stops.append(block) }) { escalate(block) }
  }

  /// Tells work that has become known what this node was lent before.
  private final func escalate(_ block: Block) {
    // Pairs with the fence of a thread that lends: it finds the work, or its mark is found here.
    pledge_fence()
    let priority = lentPriority
    guard priority != 0, let work = block.work(below: priority) else { return }
    HeldWork.escalate([work], to: priority)
  }
}
