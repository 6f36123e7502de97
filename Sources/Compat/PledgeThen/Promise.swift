internal import Pledge

/// A value that will exist, or an error; the work for it starts with the first who asks.
///
///     fetchUserId().then { id in fetchUserName(id) }.onError { error in print(error) }
///
/// **Starting.** A promise made with a callback is dormant: the callback runs, once, when the promise or
/// one that is derived from it is started, by ``start()``, `then`, `onError`, `finally` or `progress`.
/// What only registers (`registerThen`, `chain`, `recover`, …) starts nothing.
///
/// **Threads.** Any thread may use it. Blocks run on the thread that settles the promise, or at once if
/// it is settled. The first settlement counts.
public final class Promise<T>: Sendable {
  typealias Inner = Pledge.Promise<UncheckedSendable<T>>

  let inner: Inner
  /// What starts the chain that this belongs to, if it can be started.
  let origin: (any Origin)?
  /// Whether something else settles this, so that it may yet be rejected when nobody refers to it.
  private let isDerived: Bool

  init(_ inner: Inner, of origin: (any Origin)? = nil, isDerived: Bool = false) {
    self.inner = inner
    self.origin = origin
    self.isDerived = isDerived
    // Here nobody discards, so a consumer on Pledge's side that leaves must not.
    inner.shared()
  }

  deinit {
    // The original reports no error that nobody asked for. To read one is to hear of it; of one to come,
    // a discard is made, which is not reported. The loss of a producer is, but not because of this.
    if inner.result == nil, isDerived {
      _ = inner.mapError { $0 is BrokenPromiseError ? $0 : DiscardedError() }
    }
  }
}

extension Promise {
  /// Creates a promise to be settled by hand.
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  public convenience init(file: StaticString = #fileID, line: UInt = #line) {
    self.init(Inner(file: file, line: line))
  }

  /// Creates a promise that is fulfilled with `value`.
  ///
  /// - Parameter value: The value.
  public convenience init(_ value: T) {
    self.init(Inner(value: UncheckedSendable(value)))
  }

  /// Creates a promise that is rejected with `error`.
  ///
  /// - Parameter error: The error.
  public convenience init(error: any Error) {
    self.init(Inner(error: error))
  }

  /// Starts the work at the head of this chain, unless it has been started or is not needed any more.
  ///
  /// It runs on this thread.
  public func start() {
    origin?.start()
  }

  /// Fulfils the promise with `value`, unless it is settled.
  ///
  /// - Parameter value: The value.
  public func fulfill(_ value: T) {
    inner.resolve(UncheckedSendable(value))
    source?.finish()
  }

  /// Rejects the promise with `anError`, unless it is settled; nothing is tried again.
  ///
  /// - Parameter anError: The error.
  public func reject(_ anError: any Error) {
    inner.reject(anError)
    source?.finish()
  }

  /// The value, or `nil` as long as there is none.
  ///
  /// To look starts nothing.
  public var value: T? { (try? inner.result?.get())?.value }

  /// The error, or `nil` as long as there is none.
  ///
  /// To look starts nothing.
  public var error: (any Error)? {
    if case .failure(let error) = inner.result, !error.isBrokenPromise { error } else { nil }
  }

  /// Whether the promise stays pending because nothing can settle it.
  var isBroken: Bool {
    if case .failure(let error) = inner.result { error.isBrokenPromise } else { false }
  }

  /// The work of this promise itself, if it has some.
  var source: Source<T>? { (origin as? Source<T>).flatMap { $0.inner === inner ? $0 : nil } }

  /// What blocks are registered with.
  ///
  /// A settled promise calls them at once, even from one of its own blocks, which may wait for
  /// that; one of Pledge would first call those that were registered before.
  var upstream: Inner { inner.result.map { Inner(result: $0) } ?? inner }

  /// Makes a promise of the same chain: who starts it starts the head of this.
  func derived<X>(_ inner: Promise<X>.Inner) -> Promise<X> {
    Promise<X>(inner, of: origin, isDerived: true)
  }
}
