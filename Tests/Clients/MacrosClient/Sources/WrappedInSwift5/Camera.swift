import Foundation

/// An SDK that says nothing about threads, and calls back on one of its own.
public final class Camera {
  private var kept: [(String) -> Void] = []

  /// Creates a camera.
  public init() {}

  /// Calls back on another thread: with `name`, or with an error if that is empty.
  public func take(_ name: String, completion: @escaping (String?, Error?) -> Void) -> Shot {
    Thread.detachNewThread {
      if name.isEmpty { completion(nil, LegacyError()) } else { completion(name, nil) }
    }
    return Shot {}
  }

  /// Calls `cancelled` when the shot is cancelled, and `completion` never.
  public func wait(
    cancelled: @escaping @Sendable () -> Void,
    completion: @escaping (String) -> Void
  ) -> Shot {
    kept.append(completion)
    return Shot(cancelled)
  }
}

/// What was started.
public final class Shot: Sendable {
  private let stop: @Sendable () -> Void

  init(_ stop: @escaping @Sendable () -> Void) { self.stop = stop }

  /// Stops it.
  public func cancel() { stop() }
}
