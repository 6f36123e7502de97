public import PledgeCore

// Promises that are settled by the outcomes of several others, their members.

/// An object that settles a promise according to the outcomes of its members.
///
/// A combiner is owned by its registrations with its members. When its promise settles, the promise
/// detaches from all members. This releases the values that the combiner stores.
@usableFromInline protocol Combiner<Input>: AnyObject, Sendable {
  associatedtype Input: Sendable
  associatedtype Output: Sendable

  /// The combined promise.
  var promise: Promise<Output> { get }

  /// Receives the outcome of `member` at `index`, and passes its value on or collects it.
  ///
  /// Called once for each member, on any thread.
  func receive(_ outcome: Result<Input, any Error>, at index: Int, from member: Node)

  /// Whether the promise may need another member, given those that have been registered.
  var isOpen: Bool { get }
}

extension Combiner {
  @inlinable var isOpen: Bool { promise.isPending }

  /// Registers with `futures`, without retaining them.
  ///
  /// - Returns: The combined promise.
  @inlinable func combining(_ futures: [Future<Input>]) -> Promise<Output> {
    promise.depending(on: futures) { Member(combiner: self, index: $0) }
  }
}

extension Promise {
  /// Registers a handler with each of `futures`, without retaining them; this promise detaches from
  /// them when it is settled.
  ///
  /// Every future gets a consumer, even if the first one decides the outcome, so that unneeded work
  /// is discarded; except for lazy ones, whose work then never starts.
  ///
  /// - Parameters:
  ///   - futures: The promises to wait for.
  ///   - handler: Returns the handler of the future at an index.
  /// - Returns: This promise.
  @inlinable final func depending<Input: Sendable, Handler: OutcomeHandler>(
    on futures: [Future<Input>],
    _ handler: (Int) -> Handler
  ) -> Promise<Value> where Handler.Input == Input {
    if InstrumentationFlags.current.includeAny(of: .events) { reportWaiting(for: futures) }
    addDependencies(
      Registrations(count: futures.count) { futures[$0].observed(with: handler($0)) }
    )
    // `futures` stay alive until here. If this promise is already settled, work that only they
    // retain is discarded instead of broken.
    withExtendedLifetime(futures) {}
    return self
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

  @inlinable var isNeeded: Bool { combiner.isOpen }

  @inlinable func handle(_ outcome: Result<C.Input, any Error>, from source: Node) {
    combiner.receive(outcome, at: index, from: source)
  }
}

extension Promise {
  /// Reports that this promise waits for `futures`, before any future can settle it.
  @usableFromInline @inline(never)
  final func reportWaiting<Input>(for futures: [Future<Input>]) {
    for future in futures { Instrumentation.waits(self, for: future) }
  }

  /// Returns `future`, after reporting that this promise waits for it through an unreported stage.
  final func awaiting<Output>(_ future: Future<Output>) -> Future<Output> {
    reportWaiting(for: future)
    return future
  }
}
