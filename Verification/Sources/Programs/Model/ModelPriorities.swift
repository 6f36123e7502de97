/// Priorities, which those who wait lend (10.5).
extension ModelPromise {
  /// Lends `priority` to this promise, and to everything that it waits for.
  func lend(_ priority: Int) {
    guard outcome == nil, lent < priority else { return }
    lent = priority
    work?.priority = priority
    for waiting in [self] + dependencies + dynamicDependencies() { waiting.lendOn(lent) }
  }

  /// Lends to the source of this promise or registration.
  func lendOn(_ priority: Int) {
    if case .pending = state { source?.lend(priority) }
  }
}

/// Work outside of promises, which is told the priority that its promise was lent.
final class ModelWork {
  var priority = 0
}
