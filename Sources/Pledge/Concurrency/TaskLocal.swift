internal import PledgeCore

extension TaskLocal {
  /// Captures this task-local for handlers: they see its value from their registration (spec 10.3).
  ///
  ///     enum RequestID {
  ///       @TaskLocal static var current = 0
  ///     }
  ///
  ///     RequestID.$current.keepInHandlers()
  ///
  /// Call this method at the start of the program, once for each task-local to capture, from any
  /// thread. It affects handlers registered from then on; further calls have no effect. While no
  /// task-local is captured, a registration costs one relaxed load. Each captured task-local costs
  /// an allocation per registration, and stack space around every handler; four of them count as a
  /// handler in the limit of nesting (spec 12.1.12).
  public func keepInHandlers() {
    CapturedTaskLocals.add(ObjectIdentifier(self)) {
      let value = self.get()
      return CapturedTaskLocals.Binding { body in self.withValue(value, operation: body) }
    }
  }
}
