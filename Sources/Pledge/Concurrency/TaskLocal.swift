internal import PledgeCore

extension TaskLocal {
  /// Has handlers see this task-local as it was when they were registered, from now on (spec 10.3).
  ///
  ///     RequestID.$current.keepInHandlers()
  ///
  /// To be called once for each task-local that is to be kept, at the start of the program. While none
  /// is, registrations pay one relaxed load; each one kept costs an allocation a registration.
  public func keepInHandlers() {
    KeptTaskLocals.add {
      let value = self.get()
      return { body in self.withValue(value, operation: body) }
    }
  }
}
