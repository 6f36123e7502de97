internal import Pledge

/// Discards a promise when it is released: the last reference to a load may be lost on any thread,
/// and its deinitializer must not touch state of the main actor.
final class Held<Value: Sendable>: Sendable {
  let promise: Promise<Value>

  init(_ promise: Promise<Value>) { self.promise = promise }

  deinit { promise.discard() }
}

/// A load from its start to its end, which stops when the last copy is released.
struct LoadRun<Value: Sendable>: Sendable {
  /// What the calls that have started or joined the load return.
  let outcome = Held(Promise<Value>())
  /// The age from which a shared value is loaded again.
  let maxAge: Duration?
  var delay: Held<Void>?
  var work: Held<Value>?

  init(maxAge: Duration?) {
    self.maxAge = maxAge
    outcome.promise.ignoringErrors()  // They are shown.
  }

  var isDelayed: Bool { delay?.promise.isPending == true }

  func isSame(as other: LoadRun?) -> Bool { outcome === other?.outcome }

  func stop() {
    delay?.promise.discard()
    work?.promise.discard()
    outcome.promise.discard()
  }
}
