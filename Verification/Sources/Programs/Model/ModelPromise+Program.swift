/// The promises and their operations that programs use directly.
extension ModelPromise {
  static func pending() -> (ModelPromise, ModelResolver) {
    let promise = ModelPromise()
    return (promise, ModelResolver(promise))
  }

  static func settled(_ outcome: Result<Int, any Error>) -> ModelPromise {
    let promise = ModelPromise()
    promise.state = .settled(outcome)
    return promise
  }

  static func stoppable(_ stop: @escaping () -> Void) -> ModelPromise {
    let promise = ModelPromise()
    promise.onDiscard(stop)
    return promise
  }

  static func lazy(_ start: @escaping () throws -> ModelPromise) -> ModelPromise {
    let promise = ModelPromise(endsWithConsumers: true)
    promise.isLazy = true
    promise.start = { promise in
      do {
        promise.settle(asStarted: try start())
      } catch {
        promise.settle(.failure(error))
      }
    }
    return promise
  }

  // A lazy promise cannot be settled directly.
  func resolve(_ value: Int) { if !isLazy { settle(.success(value)) } }
  func reject(with error: any Error) { if !isLazy { settle(.failure(error)) } }
  func share() { isShared = true }

  /// Counts as a consumer until this is settled (8.2.5).
  func ignoreErrors() {
    isHandled = true
    guard outcome == nil else { return }
    (isShared, ignoresErrors) = (true, true)
    startOnce()
  }

  func chain(to other: ModelPromise) {
    if !isLazy, outcome == nil { settle(as: other) }
  }

  func settle(as other: ModelPromise) {
    let link = other.observed { outcome in self.settle(outcome) }
    addDependencies([link])
    breakCycle(through: link)
  }

  /// The outcome, or `nil` while pending.
  var outcome: Outcome? {
    if case .settled(let outcome) = state { outcome } else { nil }
  }

  var reading: Reading {
    isHandled = isHandled || outcome != nil
    return Reading(outcome)
  }

  var statusSnapshot: Reading {
    if case .failure = outcome { .error("?") } else { Reading(outcome) }
  }
}

/// The resolver of a promise of the model.
final class ModelResolver {
  private let promise: ModelPromise

  init(_ promise: ModelPromise) {
    self.promise = promise
  }

  deinit {
    promise.breakPromise()
  }

  func settle(_ outcome: ModelPromise.Outcome) -> Bool { promise.settle(outcome) }
  func onDiscard(_ body: @escaping () -> Void) { promise.onDiscard(body) }
}
