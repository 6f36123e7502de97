internal import PledgeCore

/// Hands a resource to `body`, and releases it when that is done, however it ends (spec 9.3).
///
///     let user = using(connect(), release: { $0.close() }) { $0.user(1) }
///
/// `release` runs exactly once for a resource that has come: when the promise that `body` returns
/// settles, at once if `body` throws, and when the returned promise is discarded or settled by hand,
/// after the work of `body` was asked to stop. It has run by the time anybody hears of the outcome.
///
/// Discarded while the resource is still on its way, the returned promise leaves `acquire`. If that
/// was its last consumer, the acquisition is discarded where it can be, and has to see to what it may
/// have got by then; otherwise it goes on, and the resource is released as soon as it comes.
///
/// `acquire` is held until the returned promise is settled, so the loss of a plain `Promise()` goes
/// unnoticed; one with a ``Resolver`` rejects as ever.
///
/// - Parameters:
///   - acquire: Brings the resource; if it is rejected, so is the returned promise.
///   - release: Ends the use of the resource. Runs on the thread that ends it.
///   - body: Uses the resource. Runs on the thread that settles `acquire`, or at once if it is settled;
///     if it throws, the returned promise is rejected.
/// - Returns: A promise that settles as the one that `body` returns.
public func using<Resource: Sendable, Value: Sendable>(
  _ acquire: Future<Resource>,
  release: @escaping @Sendable (Resource) -> Void,
  _ body: @escaping @Sendable (Resource) throws -> Future<Value>
) -> Promise<Value> {
  acquire.stage(Using(acquire: acquire, release: release, body: body))
}

/// Uses a resource that has come; one that comes after its user has left is released.
private struct Using<Resource: Sendable, Value: Sendable>: Reaction {
  let acquire: Future<Resource>
  let release: @Sendable (Resource) -> Void
  let body: @Sendable (Resource) throws -> Future<Value>

  static var verb: Verb { .using }
  static var hasWill: Bool { true }

  func react(to outcome: Result<Resource, any Error>) throws -> Reply<Value> {
    switch outcome {
    case .success(let resource):
      .follow(work(with: resource).ensure { [release] in release(resource) })
    case .failure(let error):
      .error(error)
    }
  }

  func lastWill() -> Cleanup? {
    Cleanup { [acquire, release] in acquire.tap(release).ignoringErrors() }
  }

  private func work(with resource: Resource) -> Future<Value> {
    do {
      return try body(resource)
    } catch {
      return Promise(rejectedWith: error, at: acquire.site)
    }
  }
}
