public import PledgeCore
public import PledgeSupport

/// The promise for a tuple, and the slots in which members store its elements.
///
/// Like a ``Combiner``, a group is owned by its registrations with its members.
@frozen @usableFromInline
struct TupleGroup<Members: TupleMembers, Output: Sendable>: Sendable {
  /// The promise to fulfill, and how to form its value.
  @frozen @usableFromInline struct Target: Sendable {
    @usableFromInline let promise: Promise<Output>
    @usableFromInline let output: @Sendable (Members.Elements) -> Output

    @inlinable
    init(promise: Promise<Output>, output: @escaping @Sendable (Members.Elements) -> Output) {
      self.promise = promise
      self.output = output
    }
  }

  @usableFromInline let slots: TupleSlots<Members.Stored, Target>

  @inlinable @inline(__always) init(_ target: Target) {
    slots = TupleSlots(count: Members.count, Members.none, for: target)
  }

  @inlinable var promise: Promise<Output> { slots.owner.promise }

  /// Stores an element made from `member`, and fulfills the promise if it was the last one.
  @inlinable
  func accept<Element>(_ element: Element, at offset: TupleOffset, from member: Node) {
    promise.collect(from: member)
    guard let stored = slots.store(element, at: offset) else { return }
    _ = promise.tryFulfill(collected: slots.owner.output(Members.elements(of: stored)))
  }
}

/// Returns a promise for the value that `output` forms of the elements of `members`.
@inlinable @inline(__always)
func combined<Members: TupleMembers, Output: Sendable>(
  _ members: Members,
  at site: Site,
  by operatorID: OperatorID,
  _ output: @escaping @Sendable (Members.Elements) -> Output
) -> Promise<Output> {
  let promise = Promise<Output>(dependentAt: site, by: operatorID)
  let group = TupleGroup<Members, Output>(.init(promise: promise, output: output))
  // Before any can settle the promise.
  if InstrumentationFlags.current.includeAny(of: .events) { members.reportWaiting(of: promise) }
  var registrations = Registrations.none
  members.register(in: group, at: .start, &registrations)
  promise.addDependencies(registrations)
  // If the promise is already settled, work that only `members` retain is discarded instead of
  // broken.
  withExtendedLifetime(members) {}
  return promise
}

// MARK: - Members

/// The members of a tuple: a list whose elements have different types.
///
/// Unlike code with a parameter pack, its code is specialized for these types.
@usableFromInline protocol TupleMembers: Sendable {
  /// The elements as they are stored: the first one, if it has been stored, and the others.
  associatedtype Stored: Sendable
  /// The first element, and the others.
  associatedtype Elements

  static var count: Int { get }
  static var none: Stored { get }
  static func elements(of stored: Stored) -> Elements

  func reportWaiting(of promise: Node)

  /// Registers with each member, whose element is stored at `offset` or behind it.
  func register<All, Output>(
    in group: TupleGroup<All, Output>,
    at offset: TupleOffset,
    _ registrations: inout Registrations
  )
}

/// The end of a list.
@frozen @usableFromInline struct NoMember: TupleMembers {
  @inlinable init() {}

  @inlinable static var count: Int { 0 }
  @inlinable static var none: Void { () }
  @inlinable static func elements(of _: Void) {}
  @inlinable func reportWaiting(of _: Node) {}

  @inlinable @inline(__always)
  func register<All, Output>(
    in _: TupleGroup<All, Output>,
    at _: TupleOffset,
    _: inout Registrations
  ) {}
}

/// A member, and those after it.
@frozen @usableFromInline
struct TupleMember<Reading: TupleReading, Rest: TupleMembers>: TupleMembers {
  @usableFromInline let future: Future<Reading.Input>
  @usableFromInline let rest: Rest

  @inlinable @inline(__always) init(_ future: Future<Reading.Input>, _ rest: Rest) {
    self.future = future
    self.rest = rest
  }

  @inlinable static var count: Int { 1 + Rest.count }

  @inlinable static var none: (Reading.Element?, Rest.Stored) { (nil, Rest.none) }

  @inlinable
  static func elements(
    of stored: (Reading.Element?, Rest.Stored)
  ) -> (Reading.Element, Rest.Elements) {
    guard let element = stored.0 else { preconditionFailure("an element is missing") }
    return (element, Rest.elements(of: stored.1))
  }

  @inlinable func reportWaiting(of promise: Node) {
    promise.reportWaiting(for: future)
    rest.reportWaiting(of: promise)
  }

  @inlinable @inline(__always)
  func register<All, Output>(
    in group: TupleGroup<All, Output>,
    at offset: TupleOffset,
    _ registrations: inout Registrations
  ) {
    let handler = TupleHandler<Reading, All, Output>(group: group, offset: offset)
    registrations.add(future.observed(with: handler))
    let next = offset.after(Reading.Element?.self, before: Rest.Stored.self)
    rest.register(in: group, at: next, &registrations)
  }
}

/// The use of a member's outcome.
@usableFromInline protocol TupleReading: SendableMetatype {
  associatedtype Input: Sendable
  associatedtype Element: Sendable

  /// Returns the element of the tuple, or the error with which its promise is rejected.
  static func element(of outcome: Result<Input, any Error>) -> Result<Element, any Error>
}

/// The reading of `all`.
@frozen @usableFromInline enum ValueReading<Value: Sendable>: TupleReading {
  @inlinable
  static func element(of outcome: Result<Value, any Error>) -> Result<Value, any Error> { outcome }
}

/// The reading of `allSettled`.
@frozen @usableFromInline enum OutcomeReading<Value: Sendable>: TupleReading {
  @inlinable
  static func element(
    of outcome: Result<Value, any Error>
  ) -> Result<Result<Value, any Error>, any Error> { .success(outcome) }
}

@usableFromInline
typealias ValueOf<Value: Sendable, Rest: TupleMembers> = TupleMember<ValueReading<Value>, Rest>
@usableFromInline
typealias OutcomeOf<Value: Sendable, Rest: TupleMembers> = TupleMember<OutcomeReading<Value>, Rest>

/// The handler of a member.
@frozen @usableFromInline
struct TupleHandler<Reading: TupleReading, Members: TupleMembers, Output: Sendable>: OutcomeHandler
{
  @usableFromInline let group: TupleGroup<Members, Output>
  @usableFromInline let offset: TupleOffset

  @inlinable @inline(__always)
  init(group: TupleGroup<Members, Output>, offset: TupleOffset) {
    self.group = group
    self.offset = offset
  }

  @inlinable var isNeeded: Bool { group.promise.isPending }

  @inlinable func handle(_ outcome: Result<Reading.Input, any Error>, from source: Node) {
    switch Reading.element(of: outcome) {
    case .success(let element): group.accept(element, at: offset, from: source)
    case .failure(let error): _ = group.promise.tryReject(with: error, from: source)
    }
  }
}
