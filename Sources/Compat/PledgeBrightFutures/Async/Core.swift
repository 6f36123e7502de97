internal import Pledge

/// The implementation of every async: a promise of Pledge, and the state that its callbacks share.
///
/// Failures are values here. The promise is rejected only where the original never completes: with
/// `BrokenPromiseError` if nothing can complete it anymore, and with `DiscardedError` if a context
/// dropped the task.
struct Core<Value>: Sendable {
  let inner: Pledge.Promise<UncheckedSendable<Value>>
  let common: Common<Value>
  private let keeper: Keeper?

  init(_ inner: Pledge.Promise<UncheckedSendable<Value>>) {
    self.init(inner, Common())
  }

  private init(_ inner: Pledge.Promise<UncheckedSendable<Value>>, _ common: Common<Value>) {
    self.inner = inner
    self.common = common
    keeper = nil
  }

  /// The same core without its keeper, for consumers that would otherwise form a reference cycle.
  var withoutKeeper: Core { Core(inner, common) }

  /// Creates a core that can never be completed.
  ///
  /// Releasing it does not break it.
  init() {
    inner = Pledge.Promise()
    common = Common()
    keeper = Keeper(inner: inner)
  }

  init(_ value: Value) {
    self.init(Pledge.Promise(value: UncheckedSendable(value)))
  }

  init(running work: @escaping @Sendable () -> Value, on context: some Pledge.ExecutionContext) {
    self.init(Pledge.Promise(on: context) { UncheckedSendable(work()) })
  }

  /// Discards the promise when the last copy of the core is released, so that it is not broken.
  private final class Keeper: Sendable {
    let inner: Pledge.Promise<UncheckedSendable<Value>>

    init(inner: Pledge.Promise<UncheckedSendable<Value>>) {
      self.inner = inner
    }

    deinit {
      inner.discard()
    }
  }
}

extension Core {
  /// Calls `body` with the value on `context`, in turn.
  func observe(on context: @escaping ExecutionContext, _ body: @escaping @Sendable (Value) -> Void)
  {
    handled.observe { [common] outcome in
      guard case .success(let box) = outcome else { return }
      context { common.run { body(box.value) } }
    }
  }

  /// Returns a core that completes with the result of `transform`, which runs on `context` in turn.
  func map<U>(
    on context: CallbackContext,
    _ transform: @escaping @Sendable (Value) -> U
  ) -> Core<U> {
    Core<U>(
      handled.map(on: context) { [common] box in
        try context.throwIfDropped()
        return UncheckedSendable(common.run { transform(box.value) })
      }
    )
  }

  /// Returns a core that completes with the result of `transform`, which runs in turn on the thread
  /// that completes this core.
  func map<U>(_ transform: @escaping @Sendable (Value) -> U) -> Core<U> {
    Core<U>(
      handled.map { [common] box in UncheckedSendable(common.run { transform(box.value) }) }
    )
  }

  /// Returns a core that follows the core that `transform` returns.
  ///
  /// `transform` runs on `context` in turn.
  func flatMap<U>(
    on context: CallbackContext,
    _ transform: @escaping @Sendable (Value) -> Core<U>
  ) -> Core<U> {
    Core<U>(
      handled.flatMap(on: context) { [common] box in
        try context.throwIfDropped()
        return common.run { transform(box.value) }.inner
      }
    )
  }

  /// Returns a core that follows the core that `transform` returns.
  ///
  /// `transform` runs in turn on the thread that completes this core.
  func flatMap<U>(_ transform: @escaping @Sendable (Value) -> Core<U>) -> Core<U> {
    Core<U>(handled.flatMap { [common] box in common.run { transform(box.value) }.inner })
  }
}
