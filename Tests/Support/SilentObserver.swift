package import Pledge

/// An observer that ignores all events.
package struct SilentObserver: PromiseObserver {
  /// Creates the observer.
  package init() {}

  package func observe(_: PromiseEvent) {}
}
