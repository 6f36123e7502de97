internal import PledgeCore

extension TaskLocal {
  /// Has handlers see this task-local as it was when they were registered, from now on (spec 10.3).
  ///
  ///     enum RequestID {
  ///       @TaskLocal static var current = 0
  ///     }
  ///
  ///     RequestID.$current.keepInHandlers()
  ///
  /// Any thread. To be called for each task-local that is to be kept, at the start of the program;
  /// to do so again does nothing. While none is kept, registrations pay one relaxed load; each one
  /// that is costs an allocation a registration, and stack around every handler, which is nested in
  /// 48 at most.
  public func keepInHandlers() {
    CapturedTaskLocals.add(ObjectIdentifier(self)) {
      let value = self.get()
      return CapturedTaskLocals.Binding { body in self.withValue(value, operation: body) }
    }
  }
}
