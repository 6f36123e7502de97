internal import PledgeCore

extension Future {
  /// Runs `finalizer` however this ends, and returns a promise with the same outcome once the promise
  /// that it returns has settled.
  ///
  ///     database.save(guest).ensureThen { database.close() }.catch { print($0) }
  ///
  /// `finalizer` runs exactly once, like the closure of ``ensure(_:)``. Where there was a value and it
  /// throws or its promise is rejected, the returned promise is rejected with that. Where there was an
  /// error already, that one counts; the one of the clean-up has not been heard then.
  ///
  /// The returned promise does not wait when it is discarded or settled by hand: the clean-up then
  /// starts, once the work above was asked to stop, or goes on. It is never discarded for want of
  /// consumers (spec 9.2). If the clean-up waits for the returned promise, that is rejected with
  /// ``CycleError``.
  ///
  /// - Parameter finalizer: Starts the clean-up, whose value is dropped. Runs on the thread that
  ///   settles or discards, or at once if this is settled.
  /// - Returns: A promise with the same outcome, after the clean-up.
  public final func ensureThen<Ignored: Sendable>(
    _ finalizer: @escaping @Sendable () throws -> Future<Ignored>
  ) -> Promise<Value> {
    stage(Finalizing(at: site, finalizer))
  }

  /// Same as ``ensureThen(_:)``, with `finalizer` running on `context`.
  public final func ensureThen<Ignored: Sendable>(
    on context: some ExecutionContext,
    _ finalizer: @escaping @Sendable () throws -> Future<Ignored>
  ) -> Promise<Value> {
    stage(Finalizing(at: site, finalizer), on: context)
  }

  /// Same as ``ensureThen(_:)``, with `finalizer` running on the main actor.
  public final func ensureThen<Ignored: Sendable>(
    on actor: MainActor,
    _ finalizer: @escaping @MainActor @Sendable () throws -> Future<Ignored>
  ) -> Promise<Value> {
    stage(Finalizing(at: site) { try MainActor.assumeIsolated { try finalizer() } }, on: actor)
  }
}

/// Starts the clean-up as its own consumer: whoever leaves the stage does not take it along.
private struct Finalizing<Value: Sendable, Ignored: Sendable>: StageHandler {
  private let site: Site
  private let finalizer: @Sendable () throws -> Future<Ignored>

  init(at site: Site, _ finalizer: @escaping @Sendable () throws -> Future<Ignored>) {
    self.site = site
    self.finalizer = finalizer
  }

  static var operatorID: OperatorID { .ensureThen }
  static var interest: Interest { .both }
  static var hasDeferredCleanup: Bool { true }

  func resolve(with outcome: Result<Value, any Error>) throws -> Resolution<Value> {
    // Discarded when the stage leaves it, so an error that comes too late for the stage is unheard.
    let end = Promise<Value>(dependentAt: site, by: .ensureThen)
    let (cleanUp, consumer) = finalize { ending in
      if case (.success, .failure(let error)) = (outcome, ending) { return end.reject(with: error) }
      _ = end.settle(with: outcome)
      return false
    }
    if end.isPending {
      // No tie: the clean-up goes on when the stage leaves.
      end.reportWaiting(for: cleanUp)
      consumer.work(for: end)
      end.waits(by: Consumer(node: consumer))
    }
    return .follow(end)
  }

  func deferredCleanup() -> Cleanup? {
    Cleanup { _ = finalize { _ in false } }
  }

  /// Starts the clean-up; `body` gets its outcome and says whether it has heard of an error.
  ///
  /// - Returns: The clean-up, and its consumer that calls `body`.
  private func finalize(
    _ body: @escaping @Sendable (Result<Ignored, any Error>) -> Bool
  ) -> (Future<Ignored>, Node) {
    let cleanUp: Future<Ignored>
    do {
      cleanUp = try finalizer()
    } catch {
      cleanUp = Promise(rejectedWith: error, at: site)
    }
    return (cleanUp, cleanUp.noted(by: body))
  }
}

/// The consumer of a clean-up.
private final class Consumer: ConsumerSource {
  private let node: Node

  init(node: Node) {
    self.node = node
  }

  func consumers(upTo _: Int) -> [Node] { [node] }
}
