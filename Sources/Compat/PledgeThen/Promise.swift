internal import Pledge
internal import PledgeSupport

/// A value that becomes available later, or an error; its work starts with the first consumer.
///
///     fetchUserId().then { id in fetchUserName(id) }.onError { error in print(error) }
///
/// **Starting.** A promise created with a callback is dormant: the callback runs, once, when the
/// promise or a promise derived from it is started, by ``start()``, `then`, `onError`, `finally`,
/// or `progress`. Operators that only register a block (`registerThen`, `chain`, `recover`, …) do
/// not start it.
///
/// **Threads.** Thread-safe. Blocks run on the thread that settles the promise, or synchronously if
/// it is already settled. The first settlement counts.
public final class Promise<T>: Sendable {
  typealias Inner = Pledge.Promise<UncheckedSendable<T>>

  let inner: Inner
  /// The head of the chain to which this promise belongs, if the chain can be started.
  let origin: (any Origin)?
  let links: Locked<Links<T>>?

  init(_ inner: Inner, of origin: (any Origin)? = nil) {
    self.inner = inner
    self.origin = origin
    links = inner.isPending || inner.isRejected ? Locked(Links()) : nil
    // This API has no discards, so a consumer on Pledge's side must not discard the promise by
    // detaching.
    inner.shared()
  }

  deinit {
    breakSuccessor()
    // The original does not report unhandled errors. A broken promise is reported, but not because
    // of this reference.
    inner.ignoreErrorsWithoutConsuming()
  }
}

extension Promise {
  /// Creates a promise to be settled directly.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  public convenience init(file: StaticString = #fileID, line: UInt = #line) {
    self.init(Inner(file: file, line: line))
  }

  /// Creates a promise that is fulfilled with `value`.
  public convenience init(_ value: T) {
    self.init(Inner(value: UncheckedSendable(value)))
  }

  /// Creates a promise that is rejected with `error`.
  public convenience init(error: any Error) {
    self.init(Inner(error: error))
  }

  /// Starts the work at the head of this chain, unless it has already been started or is no longer
  /// needed.
  ///
  /// The work runs on this thread.
  public func start() {
    origin?.start()
  }

  /// Fulfills the promise with `value`, unless it is settled.
  public func fulfill(_ value: T) {
    settle(with: .success(UncheckedSendable(value)))
  }

  /// Rejects the promise with `anError`, unless it is settled; the work is not retried.
  public func reject(_ anError: any Error) {
    settle(with: .failure(anError))
  }

  /// The value, or `nil` as long as there is none.
  ///
  /// Reading it does not start the promise.
  public var value: T? { (try? result?.get())?.value }

  /// The error, or `nil` as long as there is none.
  ///
  /// Reading it does not start the promise.
  public var error: (any Error)? {
    if case .failure(let error) = result { error } else { nil }
  }

  private func settle(with result: Outcome<T>) {
    inner.settle(with: result)
    if brokenPromise != nil { successor?.settle(with: result) }
    source?.finish()
  }

  /// The work of this promise itself, if it has any.
  var source: Source<T>? { (origin as? Source<T>).flatMap { $0.inner === inner ? $0 : nil } }

  /// The promise on which blocks are registered.
  ///
  /// A settled promise calls them immediately, even from one of its own blocks that waits for them;
  /// a Pledge promise would first call the blocks that were registered before.
  var upstream: Inner { result.map { Inner(result: $0) } ?? handled }

  /// Creates a promise of the same chain that follows `stage`; starting it starts the head of the
  /// chain.
  func derived<X>(_ stage: Promise<X>.Inner) -> Promise<X> {
    guard stage.isPending else { return Promise<X>(stage, of: origin) }
    // Not the stage itself, because the promise can be settled before or while the block runs,
    // which runs in any case. One that follows the stage is shortened in chains, unlike one that is
    // chained after it.
    stage.shared()
    stage.ignoreErrorsWithoutConsuming()
    return Promise<X>(Pledge.Promise(value: ()).flatMap { stage }, of: origin)
  }
}
