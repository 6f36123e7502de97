public import PledgeCore
public import PledgeSupport

/// The promise for two elements, and the slots in which the handlers of two members store them.
///
/// Like a ``Combiner``, a pair is owned by its registrations with its members.
@frozen @usableFromInline struct Pair<First: Sendable, Second: Sendable>: Sendable {
  @usableFromInline let slots: PairSlots<First, Second, Promise<(First, Second)>>

  @inlinable init(at site: Site, by operatorID: OperatorID) {
    slots = PairSlots(for: Promise(dependentAt: site, by: operatorID))
  }

  @inlinable func accept(first: First) {
    if let elements = slots.store(first: first) { _ = slots.owner.tryFulfill(elements) }
  }

  @inlinable func accept(second: Second) {
    if let elements = slots.store(second: second) { _ = slots.owner.tryFulfill(elements) }
  }

  @inlinable func reject(with error: any Error) {
    _ = slots.owner.tryReject(with: error)
  }

  /// Registers handlers with two members, and makes the promise detach from them when it is
  /// settled.
  ///
  /// The members stay alive until both are registered: if the promise is already settled, work that
  /// only they retain is discarded instead of broken.
  ///
  /// - Returns: The promise.
  @inlinable func combining<A, B>(
    _ a: Future<A>,
    _ b: Future<B>,
    first: @escaping @Sendable (Result<A, any Error>) -> Void,
    second: @escaping @Sendable (Result<B, any Error>) -> Void
  ) -> Promise<(First, Second)> {
    let promise = slots.owner
    promise.reportWaiting(for: a)
    promise.reportWaiting(for: b)
    promise.addDependencies(.two(a.observed(by: first), b.observed(by: second)))
    withExtendedLifetime((a, b)) {}
    return promise
  }
}
