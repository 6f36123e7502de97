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

extension Node {
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
