/// Lazy promises: their work starts with the first consumer.
extension Cell {
  /// Creates a pending promise whose work `start` begins when the first consumer has registered.
  ///
  /// `start` receives the promise as its argument; capturing the promise would keep it alive.
  package convenience init(
    startedBy start: @escaping @Sendable (Cell<Value>) -> Void,
    at site: Site
  ) {
    self.init(
      state: .pending,
      upstream: .lazy,
      site: site,
      operatorID: .lazyPromise,
      entryPoint: Cell<Value>.rootEntryPoint(of: .lazyPromise)
    )
    // SAFETY: the start closure of a node is called only with that node.
    onFirstConsumer { node in start(unsafe unsafeDowncast(node, to: Cell<Value>.self)) }
  }
}

extension Cell {
  /// Settles this promise, whose work has started, with the outcome of `inner`.
  ///
  /// It waits like a stage whose handler has returned `inner`, so loops of lazy promises are
  /// spliced like loops of stages.
  package final func settle(asStarted inner: Cell<Value>) {
    // If this promise has been discarded, it detaches from `inner` like any other promise.
    guard claim() else { return settle(as: inner) }
    let disposition = follow(inner)
    if disposition.isOutcome { settle(disposition, honorsDiscardRequest: true) }
  }
}

extension Node {
  /// Whether this node, which is settled, is a lazy promise.
  final var isLazyPromise: Bool {
    // A lazy promise keeps this bit. Acquiring: the entry point was written before it.
    upstream.loadAcquiring().isForwarding && operatorID.number == OperatorID.lazyPromise.number
  }

  /// Whether this promise starts its work with its first consumer.
  ///
  /// A detached stage may also report `true`; this is harmless.
  @inlinable @inline(__always) final var isLazy: Bool {
    upstream.loadRelaxed().isLazy
  }

  /// Starts the work, unless it has been started.
  ///
  /// The start nests like a handler, since the work may start other lazy work; at the nesting
  /// limit, it is deferred. Callable from any thread, with a consumer in the list.
  @inline(never) final func startOnce() {
    guard Nesting.canStart else { return Nesting.deferStart { self.startOnce() } }
    Nesting.starting { takeStart()?(self) }
  }

  /// Releases the start closure of work that never started.
  ///
  /// The closure may hold the last reference to another such node, and so on.
  final func drop(_ start: inout (@Sendable (Node) -> Void)?) {
    guard start != nil else { return }
    let nesting = Nesting()
    // At the limit, the deferred call then holds the last reference.
    if nesting.isAtLimit { nesting.deferCall { [start] in withExtendedLifetime(start) {} } }
    // The optimizer would otherwise release it after its last use, before the level is counted.
    withExtendedLifetime(start) { nesting.enter() }
    start = nil
    nesting.leave()
  }
}
