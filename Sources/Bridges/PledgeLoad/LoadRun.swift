internal import Pledge

/// A promise that is discarded with this object: the last reference to a load may be lost on any
/// thread, and its deinitializer must not touch state of the main actor.
final class Held<Value: Sendable>: Sendable {
  private let promise: Promise<Value>
  /// The observed promise, which has its outcome before observers run; ``promise`` does not.
  let source: Future<Value>

  init(_ promise: Promise<Value>) { (self.promise, source) = (promise, promise) }

  /// Observes `source`.
  init(_ source: Future<Value>, _ wake: @escaping @Sendable () -> Void) {
    // A stage: this must not keep a promise that its producer forgets.
    self.source = source.isPending ? source.map { $0 } : source
    promise = self.source.observe { _ in wake() }
  }

  deinit { discard() }

  func discard() { promise.discard() }
}

/// A load from its start to its end; it stops when it is released.
@MainActor final class LoadRun<Value: Sendable> {
  /// The promise for the calls that have started or joined the load.
  let outcome = Promise<Value>()
  private let held: Held<Value>
  /// Whether it takes a value that is newer than its request.
  var isForced: Bool
  var delay: Held<Void>?
  var work: Held<Value>?

  init(isForced: Bool) {
    (self.isForced, held) = (isForced, Held(outcome))
    outcome.ignoringErrors()  // They are shown.
  }

  var isDelayed: Bool { delay != nil && work == nil }

  /// The outcome, if it is known.
  var result: Result<Value, any Error>? {
    if let work { return work.source.result }
    guard case .failure(let error) = delay?.source.result else { return nil }
    return .failure(error)
  }

  func stop() {
    delay?.discard()
    work?.discard()
    held.discard()
  }
}
