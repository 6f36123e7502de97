internal import PledgeCore
internal import PledgeSupport

/// A member of a combination of any number of types; see ``TupleMember``.
struct PackMember<Reading: TupleReading>: Sendable {
  fileprivate let future: Future<Reading.Input>

  init(_: Reading.Type, _ future: Future<Reading.Input>) {
    self.future = future
  }

  fileprivate func slot() -> StoredValue<Reading.Element> { StoredValue() }

  /// Registers with the member, unless that would start work for a result that is settled.
  fileprivate func register<Output>(
    for promise: Promise<Output>,
    _ slot: StoredValue<Reading.Element>,
    _ arrive: @escaping @Sendable () -> Void
  ) -> Node? {
    if !promise.isPending, future is LazyPromise<Reading.Input>, future.isPending { return nil }
    return future.observed(
      with: PackHandler<Reading, Output>(promise: promise, slot: slot, arrive: arrive)
    )
  }
}

/// Returns a promise for the elements of all `members`.
func combined<each Reading: TupleReading>(
  _ members: repeat PackMember<each Reading>,
  at site: Site,
  by operatorID: OperatorID
) -> Promise<(repeat (each Reading).Element)> {
  // Not inlinable: specialized in another module, the metadata of the pack is wrong (Swift 6.3.1).
  let combined = Promise<(repeat (each Reading).Element)>(dependentAt: site, by: operatorID)
  var count = 1  // One for this call, so that nothing is collected before all have a consumer.
  for _ in repeat each members { count += 1 }
  let missing = Countdown(from: count)
  let slots = (repeat (each members).slot())
  @Sendable func arrive() {
    guard missing.arrive() else { return }
    _ = combined.tryFulfill(collected: (repeat (each slots).take()))
  }
  for member in repeat each members { combined.reportWaiting(for: member.future) }
  var consumers: [Node] = []
  for (member, slot) in repeat (each members, each slots) {
    if let consumer = member.register(for: combined, slot, arrive) { consumers.append(consumer) }
  }
  arrive()
  // Keeps the promises alive until here: if `combined` is already settled, work that only they
  // retain is discarded instead of broken.
  withExtendedLifetime((repeat each members)) { combined.addDependencies(.many(consumers)) }
  return combined
}

/// The handler of a member.
private struct PackHandler<Reading: TupleReading, Output: Sendable>: OutcomeHandler {
  let promise: Promise<Output>
  let slot: StoredValue<Reading.Element>
  let arrive: @Sendable () -> Void

  func handle(_ outcome: Result<Reading.Input, any Error>, from source: Node) {
    switch Reading.element(of: outcome) {
    case .success(let element):
      promise.collect(from: source)
      slot.store(element)
      arrive()
    case .failure(let error): _ = promise.tryReject(with: error, from: source)
    }
  }
}
