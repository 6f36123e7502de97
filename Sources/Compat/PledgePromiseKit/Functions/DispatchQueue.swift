public import Dispatch
internal import Pledge

/// What names the methods of system types that return promises: `queue.async(.promise) { … }`.
public enum PMKNamespacer: Sendable {
  /// The only one.
  case promise
}

extension DispatchQueue {
  /// Runs `body` on this queue and returns a promise for what it returns.
  ///
  ///     DispatchQueue.global().async(.promise) { try decode(data) }
  ///
  /// - Parameters:
  ///   - form: `.promise`, which tells this from Dispatch's own method.
  ///   - group: The group that it is part of while it waits and runs.
  ///   - qos: The quality of service that it runs at.
  ///   - flags: How it is put on the queue.
  ///   - body: What to run; if it throws, the promise is rejected.
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

  /// Runs `body`, which does not throw, on this queue and returns a guarantee of what it returns.
  ///
  /// - Parameters:
  ///   - form: `.promise`, which tells this from Dispatch's own method.
  ///   - group: The group that it is part of while it waits and runs.
  ///   - qos: The quality of service that it runs at.
  ///   - flags: How it is put on the queue.
  ///   - body: What to run.
  /// - Returns: The guarantee.
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
