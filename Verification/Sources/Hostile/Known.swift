/// Defects that are known and not yet fixed.
///
/// Programs avoid what would show them. Set a constant to `false` once its defect is fixed.
enum Known {
  /// Combinations retain their inputs, so a pending promise among them never goes.
  ///
  /// Issue 16, item 9. All promises are discarded at the end of each program.
  static let combinationsRetainInputs = true
  /// A stage of `ensureThen` whose cleanup waits for that stage stays pending.
  ///
  /// Issue 16, item 4. Cleanups return promises that are settled.
  static let cleanupWaitsForItself = true
  /// A resource is not closed if its stage is detached while the closure that opens it runs.
  ///
  /// Issue 16, item 8. Closures that open resources have no effects.
  static let acquisitionIsLost = true
  /// An operation of a queue that waits for one behind it stays pending.
  ///
  /// Issue 16, item 6. Queues are discarded at the end of each program.
  static let queueWaitsForItself = true
}
