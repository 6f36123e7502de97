/// Values that no consumer receives.
extension Cell {
  /// Calls `body` with a value of this promise that no consumer receives, once.
  ///
  /// A value that is there already counts as not received. Callable from any thread.
  package final func addDisposal(_ body: @escaping @Sendable (Value) -> Void) {
    add(ValueRule(body))
  }

  /// Disposes of a value that came when this promise was settled.
  @usableFromInline @inline(never) final func disposeOfLate(_ value: Value) {
    var disposal: Disposal?
    for rule in disposalRules {
      // SAFETY: `onUndelivered` adds rules of this type only.
      let rule = unsafe unsafeDowncast(rule, to: ValueRule<Value>.self)
      disposal = rule.disposal(of: value, after: disposal)
    }
    withExtendedLifetime(disposal) {}
  }

  /// Fulfills the promise with the value of `source`, and takes its disposal over.
  ///
  /// Callable from any thread.
  ///
  /// - Returns: Whether this call settled it.
  @inlinable package final func tryFulfill(_ value: consuming Value, from source: Node) -> Bool {
    guard beginSettling() else { return false }
    put(value)
    if source.state.loadRelaxed().isDisposable { adopt(source.disposal) }
    settle(.fulfilled)
    return true
  }

  /// Settles the promise with the outcome of `source`, and takes the disposal of its value over.
  ///
  /// Callable from any thread.
  ///
  /// - Returns: Whether this call settled it.
  @inlinable
  package final func trySettle(with outcome: Result<Value, any Error>, from source: Node) -> Bool {
    switch outcome {
    case .success(let value): tryFulfill(value, from: source)
    case .failure(let error): tryReject(with: error, from: source)
    }
  }

  /// Settles the promise with the outcome of the settled promise `source`.
  ///
  /// Callable from any thread.
  @inlinable package final func settle(asSettled source: Cell<Value>) {
    source.markHandled()
    // A thread that has just settled the source may not have found a rule.
    if Node.mayHaveDisposals { source.endDisposalsBeforeOpened() }
    _ = trySettle(with: Cell.outcome(of: source), from: source)
  }

  /// Fulfills the promise with a value that contains the values whose disposals it has collected.
  ///
  /// Callable from any thread.
  ///
  /// - Returns: Whether this call settled it.
  @inlinable package final func tryFulfill(collected value: consuming Value) -> Bool {
    guard beginSettling() else { return false }
    put(value)
    if state.loadRelaxed().isEdited { adoptCollected() }
    settle(.fulfilled)
    return true
  }

  /// The outcome; `nil` while the promise is pending.
  ///
  /// Reading a rejection marks it as handled, and a value as received. Accessible from any thread.
  @inlinable package final var outcome: Result<Value, any Error>? {
    let found = state.loadAcquiring()
    if found.isPending { return nil }
    if !found.isIdleWithPlainValue {
      if found.isRejected { markHandled() } else { receiveValueBeforeOpened() }
    }
    return Cell<Value>.outcome(of: self)
  }

  /// The value of a fulfilled promise, unless it has a disposal: a copy would not share that.
  @inlinable package final var plainValue: Value? {
    var found = state.loadAcquiring()
    if found.hasPlainValue, !found.isOpenWithPlainValue, Node.mayHaveDisposals {
      endDisposalsBeforeOpened()
      found = state.loadAcquiring()
    }
    return found.hasPlainValue ? knownValue : nil
  }

  /// Returns the outcome of a settled node to a consumer that receives it.
  @inlinable @inline(__always)
  static func received(from node: Node) -> Result<Value, any Error> {
    let found = node.state.loadRelaxed()
    if found.isRejectedOrDisposable {
      if found.isRejected { return .failure(node.knownError) }
      node.receiveValue()
    }
    return .success(unsafe node.payload(as: Value.self).pointee)
  }
}

extension Node {
  /// Collects the disposal of the value of `source`, if it has one, for a value that will be made
  /// of it.
  @inlinable @inline(__always) package final func collect(from source: Node) {
    if source.state.loadRelaxed().isDisposable { collect(source.disposal) }
  }

  /// Whether this settled node has a value that has to be disposed of unless a consumer receives
  /// it.
  @inlinable @inline(__always) package final var isDisposable: Bool {
    state.loadRelaxed().isDisposable
  }

  /// Records that a consumer receives the value of this settled node, if there is one.
  @inlinable @inline(__always) package final func markReceived() {
    if state.loadRelaxed().isDisposable { receiveValue() }
  }

  /// Determines what happens to the disposal of the value of `source`, which is about to be passed
  /// to the handler of this stage.
  ///
  /// Called only by the claimer. A value that is passed on is now that of this stage, unless the
  /// handler fails, or the stage is settled otherwise.
  @usableFromInline @inline(never)
  final func take(from source: Node, for recipient: Recipient) {
    guard let disposal = source.disposal else { return }
    switch recipient {
    case .handler: disposal.receive()
    case .object(let object):
      disposal.receive()
      keep(object)
    case .derived: adopt(disposal)
    case .collection(let promise): promise.collect(disposal)
    case .nobody: break
    }
  }
}
