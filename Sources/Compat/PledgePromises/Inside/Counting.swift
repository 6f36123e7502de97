internal import Dispatch
internal import PledgeSupport

// The group of pending promises and enqueued handlers, for which `waitForPromises(timeout:)` waits.

extension DispatchGroup {
  static let promises = DispatchGroup()

  func counting(_ body: () -> Void) {
    enter()
    defer { leave() }
    body()
  }
}

/// Counts a promise as pending during the lifetime of this instance.
struct Tally: ~Copyable, Sendable {
  init() {
    DispatchGroup.promises.enter()
  }

  deinit {
    DispatchGroup.promises.leave()
  }

  /// Does nothing; calling it in a closure makes the closure retain this instance.
  func keepAlive() {}
}

/// Retains a promise, and counts it as pending, during the lifetime of this instance.
///
/// The code that resolves the promise retains this instance, so the promise is not deallocated
/// while it has consumers.
final class Hold<Value>: Sendable {
  private let promise = Locked<Promise<Value>?>(nil)
  private let tally = Tally()

  func keep(_ kept: Promise<Value>) {
    promise.withLock { $0 = kept }
  }

  var kept: Promise<Value>? { promise.withLock { $0 } }

  /// Does nothing; calling it in a closure makes the closure retain this instance.
  func keepAlive() {}
}
