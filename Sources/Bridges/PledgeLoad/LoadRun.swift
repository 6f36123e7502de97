internal import Pledge

/// Discards a promise when it is released, on whichever thread that happens.
///
/// This is how a load ends that loses its last reference: the deinitializer of an object of the main
/// actor may run on any thread, and must not touch its state.
final class Held<Value: Sendable>: Sendable {
  let promise: Promise<Value>

  init(_ promise: Promise<Value>) { self.promise = promise }

  deinit { promise.discard() }
}

/// A load from its start to its end, whose work stops when the last copy is released.
struct LoadRun<Value: Sendable>: Sendable {
  /// What the calls that started or joined the load have returned.
  let outcome = Held(Promise<Value>())
  let maxAge: Duration?
  /// The delay before the work.
  var delay: Held<Void>?
  /// The work, as observed by the load alone.
  var work: Held<Value>?

  init(maxAge: Duration?) {
    self.maxAge = maxAge
    // The error is shown.
    outcome.promise.ignoringErrors()
  }

  var isDelayed: Bool { delay?.promise.isPending == true }

  func isSame(as other: LoadRun?) -> Bool { outcome === other?.outcome }

  func stop() {
    delay?.promise.discard()
    work?.promise.discard()
    outcome.promise.discard()
  }
}
