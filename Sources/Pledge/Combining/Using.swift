internal import PledgeCore
internal import PledgeSupport

/// Passes a resource to `body`, and releases it once the work of `body` has ended (spec 9.3).
///
///     let user = using(connect(), release: { $0.close() }) { $0.user(1) }
///
/// `release` runs exactly once for every resource that arrives: when the promise returned by `body`
/// settles, immediately if `body` throws, and when the returned promise is discarded or settled
/// explicitly, after the work of `body` was asked to stop. It runs before handlers are called with
/// the outcome, unless it has to wait for asynchronous cleanups of that work (spec 9.5).
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
  _ body: @escaping @isolated(any) @Sendable (Resource) throws -> Future<Value>
) -> Promise<Value> {
  use(acquire, PlainRelease(release: release), body)
}

/// Passes a resource to `body`, and releases it asynchronously once the work of `body` has ended
/// (spec 9.4).
///
///     let user = using(connect(), releaseThen: { connection, outcome in
///       if case .failure(let error) = outcome { note("\(error)") }
///       return save(guest).map { connection.close() }
///     }) { $0.user(1) }
///
/// Same as ``using(_:release:_:)``, but the returned promise waits for the release, as that of
/// ``Future/ensureThen(_:)`` does. If the work was fulfilled and the release fails, because
/// `release` throws or its promise is rejected, the returned promise is rejected with that error.
/// If the work was rejected, its error takes precedence, and an error of the release remains
/// unhandled.
///
/// If the returned promise is discarded or settled explicitly, it does not wait for the release,
/// which still runs to its end: it is never discarded for lack of consumers. The outcome passed to
/// `release` is then ``DiscardedError``, also for a resource that arrives too late to be used.
///
/// - Parameters:
///   - acquire: The promise for the resource. Its rejection is passed on.
///   - release: A closure that starts to release the resource, and returns a promise for the end of
///     the release, whose value is ignored. Receives the resource and the outcome of the work. Runs
///     exactly once for every resource that arrives, on the thread that ends its use.
///   - body: A closure that uses the resource and returns a promise for the result. Runs on the
///     thread that settles `acquire`, or immediately if it is already settled. If it throws, the
///     returned promise is rejected with the error.
/// - Returns: A promise with the outcome of the promise that `body` returns, settled after the
///   release.
public func using<Resource: Sendable, Value: Sendable, Ignored: Sendable>(
  _ acquire: Future<Resource>,
  releaseThen release:
    @escaping @isolated(any) @Sendable (Resource, Result<Value, any Error>) throws ->
    Future<Ignored>,
  _ body: @escaping @isolated(any) @Sendable (Resource) throws -> Future<Value>
) -> Promise<Value> {
  let release = onItsActor(release)
  return use(acquire, AwaitedRelease(release: { try release(($0, $1)) }, site: acquire.site), body)
}

private func use<Resource: Sendable, Value: Sendable>(
  _ acquire: Future<Resource>,
  _ release: some ResourceRelease<Resource, Value>,
  _ body: @escaping @isolated(any) @Sendable (Resource) throws -> Future<Value>
) -> Promise<Value> {
  let claimRelease = Once()
  let promise = acquire.stage(
    Using(claimRelease: claimRelease, site: acquire.site, release: release, body: onItsActor(body))
  )
  // This consumer never detaches, so the acquisition is not discarded with the stage. Handlers
  // start in the order of registration: if the stage uses the resource, it does so first.
  acquire.noted { outcome, _ in
    // A rejection is handled by the stage.
    guard case .success(let resource) = outcome, claimRelease() else { return false }
    release.release(unused: resource)
    return true
  }
  return promise
}

/// A way to release a resource.
private protocol ResourceRelease<Resource, Value>: Sendable {
  associatedtype Resource: Sendable
  associatedtype Value: Sendable

  /// Returns a promise with the outcome of `work`, settled after `resource` has been released.
  func release(_ resource: Resource, after work: Future<Value>) -> Promise<Value>

  /// Releases a resource that arrived too late to be used.
  func release(unused resource: Resource)
}

private struct PlainRelease<Resource: Sendable, Value: Sendable>: ResourceRelease {
  let release: @Sendable (Resource) -> Void

  func release(_ resource: Resource, after work: Future<Value>) -> Promise<Value> {
    work.stage(Named(Names.Step.self, Ensuring { [release] in release(resource) }))
  }

  func release(unused resource: Resource) {
    release(resource)
  }
}

private struct AwaitedRelease<Resource: Sendable, Value: Sendable, Ignored: Sendable>:
  ResourceRelease
{
  let release: @Sendable (Resource, Result<Value, any Error>) throws -> Future<Ignored>
  /// The source location where the chain of the acquisition was started.
  let site: Site

  func release(_ resource: Resource, after work: Future<Value>) -> Promise<Value> {
    let finalizer = Finalizer<Value, Ignored>.outcome { [release] in try release(resource, $0) }
    let finalizing = Finalizing(at: site, by: .step, finalizer)
    return work.stage(Named(Names.Step.self, finalizing))
  }

  func release(unused resource: Resource) {
    _ = release(resource, after: Promise(rejectedWith: DiscardedError(), at: site, by: .step))
  }
}

/// A handler that uses a resource if it arrives before the stage is detached.
private struct Using<Release: ResourceRelease>: PlainStageHandler {
  typealias Resource = Release.Resource
  typealias Value = Release.Value

  /// Claimed by the consumer of the acquisition that releases the resource: the stage or the other.
  let claimRelease: Once
  /// The source location where the chain of the acquisition was started.
  let site: Site
  let release: Release
  let body: @Sendable (Resource) throws -> Future<Value>

  static var operatorID: OperatorID { .using }

  func resolve(with outcome: Result<Resource, any Error>) throws -> Resolution<Value> {
    switch outcome {
    case .success(let resource):
      _ = claimRelease()
      return .follow(release.release(resource, after: work(with: resource)))
    case .failure(let error):
      return .error(error)
    }
  }

  private func work(with resource: Resource) -> Future<Value> {
    do {
      return try body(resource)
    } catch {
      return Promise(rejectedWith: error, at: site, by: .step)
    }
  }
}
