internal import Pledge

extension Promises {
  /// Returns a promise that settles as the first of `promises` does.
  ///
  /// - Parameter promises: They are started when it is.
  /// - Returns: A dormant promise. Of no promises at all it is rejected.
  public static func race<T>(_ promises: Promise<T>...) -> Promise<T> {
    Promise(startedBy: { Pledge.race(promises.map(\.started)) })
  }
}
