public import PledgeCore

// Promises that are settled by the outcomes of several others, their members.

/// Settles a promise by the outcomes of its members.
///
/// It is owned by the registrations with its members: what it stores is released once its promise is
/// settled, because the promise detaches from all members then.
@usableFromInline protocol Combiner<Input>: AnyObject, Sendable {
  associatedtype Input: Sendable
  associatedtype Output: Sendable

  /// The combined promise.
  var promise: Promise<Output> { get }

  /// Takes the outcome of the member with that index.
  ///
  /// Any thread, once for each member.
  func receive(_ outcome: Result<Input, any Error>, at index: Int)
}

extension Combiner {
  /// Registers with `futures`, which are not retained.
  ///
  /// All of them are consumed, even if the first one decides, so that work whose outcome is not needed
  /// is discarded.
  ///
  /// - Returns: The combined promise.
  @inlinable func combining(_ futures: [Future<Input>]) -> Promise<Output> {
    let promise = promise
    if InstrumentationFlags.current.includeAny(of: .events) { promise.reportWaiting(for: futures) }
    var members: [Node] = []
    members.reserveCapacity(futures.count)
    for index in futures.indices {
      members.append(futures[index].observed(with: Member(combiner: self, index: index)))
    }
    // Work that only the array retains is discarded if the promise is settled by now, not lost.
    withExtendedLifetime(futures) { promise.addDependencies(members) }
    return promise
  }
}

/// The registration of a combiner with one of its members.
@frozen @usableFromInline struct Member<C: Combiner>: OutcomeHandler {
  @usableFromInline let combiner: C
  @usableFromInline let index: Int

  @inlinable init(combiner: C, index: Int) {
    self.combiner = combiner
    self.index = index
  }

  @inlinable func handle(_ outcome: Result<C.Input, any Error>) {
    combiner.receive(outcome, at: index)
  }
}

extension Promise {
  /// Tells that this promise waits for `futures`, before the first of them may settle it.
  @usableFromInline @inline(never)
  final func reportWaiting<Input>(for futures: [Future<Input>]) {
    for future in futures { Instrumentation.waits(self, for: future) }
  }

  /// Tells observers that this waits for `future`, which a stage that they do not hear of returns.
  final func awaiting<Output>(_ future: Future<Output>) -> Future<Output> {
    reportWaiting(for: future)
    return future
  }
}
