internal import Dispatch

internal import class PledgeCore.Locked

// What `waitForPromises(timeout:)` waits for: promises that are pending, and handlers on their way.

extension DispatchGroup {
  static let promises = DispatchGroup()

  func counting(_ body: () -> Void) {
    enter()
    defer { leave() }
    body()
  }
}

/// Counts a promise as pending for as long as this is there.
struct Tally: ~Copyable, Sendable {
  init() {
    DispatchGroup.promises.enter()
  }

  deinit {
    DispatchGroup.promises.leave()
  }

  /// Has a closure hold this until it goes.
  func outlive() {}
}

/// Keeps a promise alive, and counts it as pending, for as long as this is there.
///
/// What resolves the promise holds this, and so the promise does not end while somebody waits for
/// it.
final class Hold<Value>: Sendable {
  private let promise = Locked<Promise<Value>?>(nil)
  private let tally = Tally()

  func keep(_ kept: Promise<Value>) {
    promise.withLock { $0 = kept }
  }

  var kept: Promise<Value>? { promise.withLock { $0 } }

  /// Has a closure hold this until it goes.
  func outlive() {}
}
