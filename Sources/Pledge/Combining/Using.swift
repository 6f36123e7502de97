internal import PledgeCore
internal import PledgeSupport

/// Passes a resource to `body`, and releases it once the work of `body` has ended (spec 9.3).
///
///     let user = using(connect(), release: { $0.close() }) { $0.user(1) }
///
/// `release` runs exactly once for every resource that arrives: when the promise returned by `body`
/// settles, immediately if `body` throws, and when the returned promise is discarded or settled
/// explicitly, after the work of `body` was asked to stop. It runs before handlers are called with
/// the outcome.
///
/// If the returned promise is discarded or settled explicitly before the resource arrives, `body`
/// is never called. The acquisition is not discarded, because its work may already have opened the
/// resource. It runs to completion, and the resource is released as soon as it arrives. If another
/// owner discards the acquisition, its work has to close what it has opened.
///
/// `acquire` is not retained. If its last reference is released while it is pending, the returned
/// promise is rejected with ``BrokenPromiseError``.
///
/// - Parameters:
///   - acquire: The promise for the resource. Its rejection is passed on.
///   - release: A closure that releases the resource. Runs on the thread that ends its use.
///   - body: A closure that uses the resource and returns a promise for the result. Runs on the
///     thread that settles `acquire`, or immediately if it is already settled. If it throws, the
///     returned promise is rejected with the error.
/// - Returns: A promise with the outcome of the promise that `body` returns.
public func using<Resource: Sendable, Value: Sendable>(
  _ acquire: Future<Resource>,
  release: @escaping @Sendable (Resource) -> Void,
  _ body: @escaping @Sendable (Resource) throws -> Future<Value>
) -> Promise<Value> {
  let claimRelease = Once()
  let promise = acquire.stage(
    Using(claimRelease: claimRelease, site: acquire.site, release: release, body: body)
  )
  // This consumer never detaches, so the acquisition is not discarded with the stage. Handlers
  // start in the order of registration: if the stage uses the resource, it does so first.
  acquire.noted { outcome in
    if case .success(let resource) = outcome, claimRelease() { release(resource) }
    // A rejection is handled by the stage.
    return false
  }
  return promise
}

/// A handler that uses a resource if it arrives before the stage is detached.
private struct Using<Resource: Sendable, Value: Sendable>: StageHandler {
  /// Claimed by the consumer of the acquisition that releases the resource: the stage or the other.
  let claimRelease: Once
  /// The source location where the chain of the acquisition was started.
  let site: Site
  let release: @Sendable (Resource) -> Void
  let body: @Sendable (Resource) throws -> Future<Value>

  static var operatorID: OperatorID { OperatorID(36, "using") }

  func resolve(with outcome: Result<Resource, any Error>) throws -> Resolution<Value> {
    switch outcome {
    case .success(let resource):
      _ = claimRelease()
      return .follow(work(with: resource).ensure { [release] in release(resource) })
    case .failure(let error):
      return .error(error)
    }
  }

  private func work(with resource: Resource) -> Future<Value> {
    do {
      return try body(resource)
    } catch {
      return Promise(rejectedWith: error, at: site)
    }
  }
}
