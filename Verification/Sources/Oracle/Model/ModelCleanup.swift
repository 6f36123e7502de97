/// Asynchronous cleanup, and resources (9.2, 9.3).
extension ModelPromise {
  func ensureThen(_ finalizer: @escaping () throws -> ModelPromise) -> ModelPromise {
    let line = line
    /// - Parameter handles: Receives the outcome of the cleanup, and returns whether it handles an
    ///   error.
    /// - Returns: The registration with the cleanup.
    @discardableResult
    func finalize(_ handles: @escaping (Outcome) -> Bool) -> ModelPromise {
      let cleanUp: ModelPromise
      do {
        cleanUp = try finalizer()
      } catch {
        cleanUp = .settled(.failure(error), line: line)
      }
      return cleanUp.stage { .nothing(isIgnored: !handles($0)) }
    }
    let cleanup = ModelCleanup(
      .lasting { next in
        finalize { _ in
          next?.run()
          return false
        }
      }
    )
    return stage(cleanup: cleanup) { outcome in
      let end = ModelPromise(line: line, endsWithConsumers: true)
      let link = finalize { ending in
        if case (.success, .failure) = (outcome, ending) { return end.settle(ending) }
        end.settle(outcome)
        return false
      }
      end.dynamicDependencies = { [weak link] in link.map { [$0] } ?? [] }
      end.runningCleanup = { [weak link] in .following(link) }
      return .follow(end)
    }
  }

  func using(
    _ release: @escaping @Sendable (Int) -> Void,
    _ body: @escaping (Int) throws -> ModelPromise
  ) -> ModelPromise {
    var isReleasedByStage = false
    let stage = stage { [line] outcome in
      guard case .success(let resource) = outcome else { return .settle(outcome) }
      isReleasedByStage = true
      let work: ModelPromise
      do {
        work = try body(resource)
      } catch {
        work = .settled(.failure(error), line: line)
      }
      return .follow(work.derived(.ensure { release(resource) }))
    }
    // The acquisition retains this consumer, so it continues when the stage is detached (9.3.6).
    _ = self.stage { outcome in
      if case .success(let resource) = outcome, !isReleasedByStage { release(resource) }
      return .nothing(isIgnored: true)
    }
    return stage
  }
}

/// A cleanup, and the one below that waits for its end (9.5).
final class ModelCleanup {
  enum Work {
    case stop(() -> Void)
    case brief(() -> Void)
    case lasting((_ next: ModelCleanup?) -> Void)
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

  /// Makes this wait for one more arrival.
  func awaitAnother() { awaited += 1 }

  /// Waits for the cleanups above this one, and takes their place if it may go on after its call.
  func follow(_ above: inout [ModelCleanup]) {
    if case .stop = work { return }
    awaited += above.count
    for cleanup in above { cleanup.next = self }
    if case .lasting = work { above = [self] } else if awaited > 1 { above = [self] }
  }

  func run() {
    awaited -= 1
    guard awaited == 0 else { return }
    switch work {
    case .stop(let body): body()
    case .brief(let body): body()
    case .lasting(let body): return body(next)
    }
    next?.run()
  }
}
