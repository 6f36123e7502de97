/// Work that starts with its first consumer.
extension Cell {
  /// Creates a pending promise whose work `start` begins when the first consumer has registered.
  ///
  /// `start` gets the promise, which it would keep alive by capturing it.
  package convenience init(
    startedBy start: @escaping @Sendable (Cell<Value>) -> Void,
    at site: Site
  ) {
    self.init(
      state: 0,
      upstream: Upstream.dependent | Upstream.lazy,
      site: site,
      operatorID: .lazy,
      entryPoint: Cell<Value>.rootEntryPoint(.lazy)
    )
    // SAFETY: a node's start is only ever called with that node.
    onFirstConsumer { node in start(unsafe unsafeDowncast(node, to: Cell<Value>.self)) }
  }
}

extension Cell {
  /// Settles this promise, whose work has started, as `inner` is settled.
  ///
  /// It waits like a stage whose handler has returned `inner`, so loops of lazy promises are as flat as
  /// loops of stages.
  package final func settle(asStarted inner: Cell<Value>) {
    // If it was discarded meanwhile, it leaves `inner` as any other promise does.
    guard claim() else { return settle(as: inner) }
    let disposition = follow(inner)
    if disposition.isOutcome { settle(disposition, honorsDiscardRequest: true) }
  }
}

extension Node {
  /// Whether this was made to start with its first consumer, and waits for what was started.
  ///
  /// The caller has the only reference, or the node is settled.
  final var isStartedLazy: Bool {
    // Acquiring: the step was written before.
    upstream.loadAcquiring() & Upstream.forwarding != 0 && operatorID == .lazy
  }

  /// Whether this was made to start with its first consumer.
  ///
  /// So may a stage look that has left its source, to which that makes no difference.
  @inlinable @inline(__always) final var isLazy: Bool {
    upstream.loadRelaxed() & (Upstream.pointer | Upstream.lazy) == Upstream.lazy
  }

  /// Begins the work, if a consumer is the first.
  ///
  /// It nests like a handler, since what it starts may be lazy, too: past the limit it is put off.
  /// Any thread, with the consumer in the list.
  @inline(never) final func startOnce() {
    let nesting = Nesting()
    if nesting.isAtLimit { return nesting.putOff { self.startOnce() } }
    nesting.enterStart()
    takeStart()?(self)
    nesting.leaveStart()
  }

  /// Lets go of what was never started, which may hold the last reference to a node like this one.
  final func drop(_ start: inout (@Sendable (Node) -> Void)?) {
    guard start != nil else { return }
    let nesting = Nesting()
    // What is put off then has the last reference.
    if nesting.isAtLimit { nesting.putOff { [start] in withExtendedLifetime(start) {} } }
    // The optimiser would release it as soon as nobody names it any more, on the wrong level.
    withExtendedLifetime(start) { nesting.enter() }
    start = nil
    nesting.leave()
  }
}
