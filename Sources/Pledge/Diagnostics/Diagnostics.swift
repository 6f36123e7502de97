/// Watching promises: who is told what happens to them.
///
/// While nobody is installed, a promise pays a relaxed load where it is made, derived and settled.
public enum Diagnostics {
  /// An observer that is told, until it is removed.
  public struct Installation: Sendable {
    let number: UInt64

    /// Tells the observer nothing more.
    ///
    /// An event that another thread is telling of may still come.
    public func remove() {}
  }

  /// Has `observer` told of everything that happens to promises from now on.
  ///
  /// Several observers are told in the order of their installation.
  ///
  /// - Parameter observer: What is told; it is kept until it is removed.
  /// - Returns: What removes it.
  @discardableResult
  public static func install(_ observer: some PromiseObserver) -> Installation {
    Installation(number: 0)
  }

  /// The number of `promise`, if anybody is installed.
  ///
  /// - Parameter promise: The promise.
  /// - Returns: Its number, by which events name it; `nil` while nobody is installed.
  public static func id<Value>(of promise: Future<Value>) -> PromiseID? { nil }
}
