/// Asynchronous cleanup, and resources (9.2, 9.3).
extension ModelPromise {
  func ensureThen(_ finalizer: @escaping () throws -> ModelPromise) -> ModelPromise {
    stage(cleanup: ModelCleanup(.finalizing(finalizer))) {
      .finalizing(finalizer, after: $0)
    }
  }

  /// Starts a cleanup.
  ///
  /// - Parameters:
  ///   - finalizer: Returns the cleanup.
  ///   - handles: Receives the outcome of the cleanup, and returns whether it handles an error.
  /// - Returns: The registration with the cleanup.
  @discardableResult
  fileprivate static func finalize(
    _ finalizer: () throws -> ModelPromise,
    _ handles: @escaping (Outcome) -> Bool
  ) -> ModelPromise {
    let cleanUp: ModelPromise
    do {
      cleanUp = try finalizer()
    } catch {
      cleanUp = .settled(.failure(error))
    }
    return cleanUp.stage { .nothing(isIgnored: !handles($0)) }
  }

  func using(
    _ release: @escaping @Sendable (Int) -> Void,
    _ body: @escaping (Int) throws -> ModelPromise
  ) -> ModelPromise {
    var isReleasedByStage = false
    let stage = stage { outcome in
      guard case .success(let resource) = outcome else { return .settle(outcome) }
      isReleasedByStage = true
      let work: ModelPromise
      do {
        work = try body(resource)
      } catch {
        work = .settled(.failure(error))
      }
      return .follow(work.ensure { release(resource) })
    }
    // The acquisition retains this consumer, so it continues when the stage is detached (9.3.6).
    _ = self.stage { outcome in
      if case .success(let resource) = outcome, !isReleasedByStage { release(resource) }
      return .nothing(isIgnored: true)
    }
    return stage
  }
}

extension ModelPromise.Resolution {
  /// Starts a cleanup, and follows it.
  static func finalizing(
    _ finalizer: () throws -> ModelPromise,
    after outcome: ModelPromise.Outcome
  ) -> Self {
    let end = ModelPromise(endsWithConsumers: true)
    let link = ModelPromise.finalize(finalizer) { ending in
      if case (.success, .failure) = (outcome, ending) { return end.settle(ending) }
      end.settle(outcome)
      return false
    }
    end.dynamicDependencies = { [weak link] in link.map { [$0] } ?? [] }
    end.runningCleanup = { [weak link] in .following(link) }
    return .follow(end)
  }
}

/// A cleanup, and the one below that waits for its end (9.5).
final class ModelCleanup {
  enum Work {
    case stop(() -> Void)
    case brief(() -> Void)
    case lasting((_ next: ModelCleanup?) -> Void)

    /// An asynchronous cleanup.
    static func finalizing(
      _ finalizer: @escaping () throws -> ModelPromise
    ) -> Work {
      .lasting { next in
        ModelPromise.finalize(finalizer) { _ in
          next?.run()
          return false
        }
      }
    }
  }

  private let work: Work
  private var awaited = 1
  private var next: ModelCleanup?

  init(_ work: Work) {
    self.work = work
  }

  /// Returns a cleanup that ends when `registration` is served.
  static func following(_ registration: ModelPromise?) -> ModelCleanup {
    ModelCleanup(
      .lasting { [weak registration] next in
        guard let next else { return }
        guard let registration, case .pending = registration.state, let source = registration.source
        else { return next.run() }
        source.observed(isIgnored: true) { _ in next.run() }
      }
    )
  }

  /// Waits for the cleanups above this one, and takes their place if it may go on after its call.
  func follow(_ above: [ModelCleanup]) -> [ModelCleanup] {
    if case .stop = work { return above }
    for cleanup in above { cleanup.precede(self) }
    if case .lasting = work { return [self] }
    return above.isEmpty ? [] : [self]
  }

  /// Returns a cleanup that ends after this one, which a job runs at any time; `nil` if this one
  /// does not last.
  func end() -> ModelCleanup? {
    guard case .lasting = work else { return nil }
    let end = ModelCleanup(.lasting { $0?.run() })
    precede(end)
    return end
  }

  private func precede(_ other: ModelCleanup) {
    next = other
    other.awaited += 1
  }

  func run() {
    awaited -= 1
    if awaited == 0 { run(before: next) }
  }

  /// Runs without waiting for others.
  func run(before next: ModelCleanup?) {
    switch work {
    case .stop(let body), .brief(let body):
      body()
      next?.run()
    case .lasting(let body): body(next)
    }
  }
}
