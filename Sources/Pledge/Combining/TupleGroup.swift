public import PledgeCore
public import PledgeSupport

/// The promise for a tuple, and the slots for its elements, which the members store.
///
/// Like a ``Combiner``, a group is owned by its registrations with its members.
@frozen @usableFromInline struct TupleGroup<Elements: Sendable, Output: Sendable>: Sendable {
  /// The promise to fulfill, and how to form its value.
  @frozen @usableFromInline struct Target: Sendable {
    @usableFromInline let promise: Promise<Output>
    @usableFromInline let output: @Sendable (Elements) -> Output

    @inlinable init(promise: Promise<Output>, output: @escaping @Sendable (Elements) -> Output) {
      self.promise = promise
      self.output = output
    }
  }

  @usableFromInline let slots: TupleSlots<Elements, Target>

  /// Creates a group.
  ///
  /// - Parameters:
  ///   - count: The number of members.
  ///   - empty: The elements before any has been stored.
  ///   - site: The source location shown in diagnostics.
  ///   - operatorID: The operator that creates the promise.
  ///   - output: Returns the value of the promise for the elements.
  @inlinable @inline(__always) init(
    of count: Int,
    _ empty: Elements,
    at site: Site,
    by operatorID: OperatorID,
    output: @escaping @Sendable (Elements) -> Output
  ) {
    let promise = Promise<Output>(dependentAt: site, by: operatorID)
    slots = TupleSlots(count: count, empty, for: Target(promise: promise, output: output))
  }

  /// Reports the members, before any can settle the promise.
  @inlinable @inline(__always) func reportWaiting(for members: @autoclosure () -> [Node]) {
    guard InstrumentationFlags.current.includeAny(of: .events) else { return }
    for member in members() { slots.owner.promise.reportWaiting(for: member) }
  }

  /// Returns the handler that stores the value of a member, or rejects the promise.
  @inlinable
  func value<Value>(at offset: TupleOffset) -> TupleValue<Value, Elements, Output> {
    TupleValue(group: self, offset: offset)
  }

  /// Returns the handler that stores the outcome of a member.
  @inlinable
  func outcome<Value>(at offset: TupleOffset) -> TupleOutcome<Value, Elements, Output> {
    TupleOutcome(group: self, offset: offset)
  }

  /// Stores an element made from `member`, and fulfills the promise if it was the last one.
  @inlinable
  func accept<Element>(_ element: Element, at offset: TupleOffset, from member: Node) {
    slots.owner.promise.collect(from: member)
    guard let elements = slots.store(element, at: offset) else { return }
    _ = slots.owner.promise.tryFulfill(collected: slots.owner.output(elements))
  }

  /// Makes the promise detach from its members when it is settled.
  ///
  /// - Parameters:
  ///   - registrations: The registrations with the members.
  ///   - members: The members. They stay alive until here: if the promise is already settled, work
  ///     that only they retain is discarded instead of broken.
  /// - Returns: The promise.
  @inlinable func depending<Members>(
    on registrations: consuming Registrations,
    of members: Members
  ) -> Promise<Output> {
    slots.owner.promise.addDependencies(registrations)
    withExtendedLifetime(members) {}
    return slots.owner.promise
  }
}

/// The handler of a member of `all`.
@frozen @usableFromInline
struct TupleValue<Input: Sendable, Elements: Sendable, Output: Sendable>: OutcomeHandler {
  @usableFromInline let group: TupleGroup<Elements, Output>
  @usableFromInline let offset: TupleOffset

  @inlinable init(group: TupleGroup<Elements, Output>, offset: TupleOffset) {
    self.group = group
    self.offset = offset
  }

  @inlinable var isNeeded: Bool { group.slots.owner.promise.isPending }

  @inlinable func handle(_ outcome: Result<Input, any Error>, from source: Node) {
    switch outcome {
    case .success(let value): group.accept(value, at: offset, from: source)
    case .failure(let error): _ = group.slots.owner.promise.tryReject(with: error, from: source)
    }
  }
}

/// The handler of a member of `allSettled`.
@frozen @usableFromInline
struct TupleOutcome<Input: Sendable, Elements: Sendable, Output: Sendable>: OutcomeHandler {
  @usableFromInline let group: TupleGroup<Elements, Output>
  @usableFromInline let offset: TupleOffset

  @inlinable init(group: TupleGroup<Elements, Output>, offset: TupleOffset) {
    self.group = group
    self.offset = offset
  }

  @inlinable func handle(_ outcome: Result<Input, any Error>, from source: Node) {
    group.accept(outcome, at: offset, from: source)
  }
}

extension Optional {
  /// The value of an element that has been stored.
  @inlinable var stored: Wrapped {
    guard let self else { preconditionFailure("an element is missing") }
    return self
  }
}

// The offset behind the elements for values of some types.
extension TupleOffset {
  @inlinable static var first: TupleOffset { .start }

  @inlinable static func values<A>(_: A.Type) -> TupleOffset {
    start.after(A?.self)
  }
  @inlinable static func values<A, B>(_: A.Type, _: B.Type) -> TupleOffset {
    values(A.self).after(B?.self)
  }
  @inlinable static func values<A, B, C>(_: A.Type, _: B.Type, _: C.Type) -> TupleOffset {
    values(A.self, B.self).after(C?.self)
  }
  @inlinable static func values<A, B, C, D>(_: A.Type, _: B.Type, _: C.Type, _: D.Type)
    -> TupleOffset
  {
    values(A.self, B.self, C.self).after(D?.self)
  }
  @inlinable static func values<A, B, C, D, E>(
    _: A.Type,
    _: B.Type,
    _: C.Type,
    _: D.Type,
    _: E.Type
  ) -> TupleOffset {
    values(A.self, B.self, C.self, D.self).after(E?.self)
  }
}
