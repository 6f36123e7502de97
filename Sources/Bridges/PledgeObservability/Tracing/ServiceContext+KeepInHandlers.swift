#if Tracing
import Pledge
public import Tracing

extension ServiceContext {
  /// Makes handlers run with the `ServiceContext` that was current when they were registered.
  ///
  ///     ServiceContext.keepInHandlers()
  ///
  /// Traces thus continue in handlers, whatever their execution context: spans that a handler
  /// starts belong to the operation that registered it (spec 10.3). Call this at the start of the
  /// program, on any thread; repeated calls have no effect. Afterwards, each registration costs an
  /// allocation.
  public static func keepInHandlers() {
    _ = registration
  }

  // Initialized once, by the first call.
  private static let registration: Void = ServiceContext.$current.keepInHandlers()
}
#endif
