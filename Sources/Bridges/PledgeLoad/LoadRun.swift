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
    (promise, self.source) = (source.observe { _ in wake() }, source)
  }

  deinit { discard() }

  func discard() { promise.discard() }
}

/// A load from its start to its end; it stops when the last copy is released.
struct LoadRun<Value: Sendable>: Sendable {
  /// The promise for the calls that have started or joined the load.
  let outcome = Promise<Value>()
  private let held: Held<Value>
  var delay: Held<Void>?
  var work: Held<Value>?

  init() {
    held = Held(outcome)
    outcome.ignoringErrors()  // They are shown.
  }

  var isDelayed: Bool { delay != nil && work == nil }

  /// The outcome, if it is known.
  var result: Result<Value, any Error>? {
    if let work { return work.source.result }
    guard case .failure(let error) = delay?.source.result else { return nil }
    return .failure(error)
  }

  func isSame(as other: LoadRun?) -> Bool { outcome === other?.outcome }

  func stop() {
    delay?.discard()
    work?.discard()
    held.discard()
  }
}
