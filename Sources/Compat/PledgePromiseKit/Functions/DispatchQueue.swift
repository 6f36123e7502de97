public import Dispatch

/// The marker of the methods on system types that return promises: `queue.async(.promise) { … }`.
public enum PMKNamespacer: Sendable {
  /// The only marker.
  case promise
}

extension DispatchQueue {
  /// Runs `body` on this queue and returns a promise for the value that it returns.
  ///
  ///     DispatchQueue.global().async(.promise) { try decode(data) }
  ///
  /// - Parameters:
  ///   - form: `.promise`, which distinguishes this from Dispatch's own method.
  ///   - group: The group to which the work belongs while it waits and runs.
  ///   - qos: The quality of service of the work.
  ///   - flags: The flags of the work item.
  ///   - body: The work. If it throws, the promise is rejected.
  /// - Returns: The promise.
  @preconcurrency
  public final func async<T>(
    _ form: PMKNamespacer,
    group: DispatchGroup? = nil,
    qos: DispatchQoS = .default,
    flags: DispatchWorkItemFlags = [],
    execute body: @escaping @Sendable () throws -> T
  ) -> Promise<T> {
    let (promise, resolver) = Promise<T>.pending()
    async(group: group, qos: qos, flags: flags) {
      do { resolver.fulfill(try body()) } catch { resolver.reject(error) }
    }
    return promise
  }

  /// Same as the method for a promise, with a guarantee, because `body` does not throw.
  @preconcurrency
  public final func async<T>(
    _ form: PMKNamespacer,
    group: DispatchGroup? = nil,
    qos: DispatchQoS = .default,
    flags: DispatchWorkItemFlags = [],
    execute body: @escaping @Sendable () -> T
  ) -> Guarantee<T> {
    let (guarantee, resolve) = Guarantee<T>.pending()
    async(group: group, qos: qos, flags: flags) { resolve(body()) }
    return guarantee
  }
}
