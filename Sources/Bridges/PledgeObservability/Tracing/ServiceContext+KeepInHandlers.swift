#if Tracing
import Pledge
public import Tracing

extension ServiceContext {
  /// Has handlers see the `ServiceContext` that was current when they were registered, from now on.
  ///
  ///     ServiceContext.keepInHandlers()
  ///
  /// So a trace goes on in handlers, whatever their context is: spans that a handler starts belong to
  /// what was going on where it was written (spec 10.3). To be called at the start of the program;
  /// any thread may do so, and to do so again does nothing. From then on each registration costs an
  /// allocation.
  public static func keepInHandlers() {
    _ = registration
  }

  // Set up once, by the first who asks.
  private static let registration: Void = ServiceContext.$current.keepInHandlers()
}
#endif
