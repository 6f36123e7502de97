internal import Pledge

/// What every async is made of: a promise of Pledge, and what its callbacks share.
///
/// Failures are values here. The promise is rejected only where the original never completes: with
/// `BrokenPromiseError` once nobody can complete it any more, with `DiscardedError` where a context dropped the task.
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

  /// The same, not keeping what nobody can complete: for what waits for it, and would keep itself.
  var unkept: Core { Core(inner, common) }

  /// Creates what nobody can complete, which is no loss when it goes.
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

  /// Returns what `transform` makes of the value on `way`, in turn.
  func map<U>(on way: Way, _ transform: @escaping @Sendable (Value) -> U) -> Core<U> {
    Core<U>(
      handled.map(on: way) { [common] box in
        try way.arrive()
        return UncheckedSendable(common.run { transform(box.value) })
      }
    )
  }

  /// Returns what `transform` makes of the value on the thread that completes this, in turn.
  func map<U>(_ transform: @escaping @Sendable (Value) -> U) -> Core<U> {
    Core<U>(
      handled.map { [common] box in UncheckedSendable(common.run { transform(box.value) }) }
    )
  }

  /// Returns a core that completes as the one that `transform` makes of the value on `way`, in turn.
  func flatMap<U>(on way: Way, _ transform: @escaping @Sendable (Value) -> Core<U>) -> Core<U> {
    Core<U>(
      handled.flatMap(on: way) { [common] box in
        try way.arrive()
        return common.run { transform(box.value) }.inner
      }
    )
  }

  /// Returns a core that completes as the one that `transform` makes of the value where this completes,
  /// in turn.
  func flatMap<U>(_ transform: @escaping @Sendable (Value) -> Core<U>) -> Core<U> {
    Core<U>(handled.flatMap { [common] box in common.run { transform(box.value) }.inner })
  }
}
