import Foundation

/// An SDK without concurrency annotations that calls back on its own threads.
public final class Camera {
  private var kept: [(String) -> Void] = []

  /// Creates a camera.
  public init() {}

  /// Calls back on another thread, with `name`, or with an error if `name` is empty.
  public func take(_ name: String, completion: @escaping (String?, Error?) -> Void) -> Shot {
    Thread.detachNewThread {
      if name.isEmpty { completion(nil, LegacyError()) } else { completion(name, nil) }
    }
    return Shot {}
  }

  /// Calls `cancelled` when the shot is canceled, and never calls `completion`.
  public func wait(
    cancelled: @escaping @Sendable () -> Void,
    completion: @escaping (String) -> Void
  ) -> Shot {
    kept.append(completion)
    return Shot(cancelled)
  }
}

/// An operation that the camera has started.
public final class Shot: Sendable {
  private let stop: @Sendable () -> Void

  init(_ stop: @escaping @Sendable () -> Void) { self.stop = stop }

  /// Cancels the operation.
  public func cancel() { stop() }
}
