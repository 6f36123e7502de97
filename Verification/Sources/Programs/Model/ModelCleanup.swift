/// A cleanup, and the one below that waits for its end (9.5).
final class ModelCleanup {
  enum Kind {
    /// Stops work and waits for no other cleanup (9.5.7).
    case stop
    case brief
    /// Ends later than its call.
    case lasting
  }

  let kind: Kind
  private let body: (_ next: ModelCleanup?) -> Void
  private var awaited = 1
  private var next: ModelCleanup?

  init(_ kind: Kind, before next: ModelCleanup? = nil, _ body: @escaping (ModelCleanup?) -> Void) {
    (self.kind, self.next, self.body) = (kind, next, body)
  }

  static func calling(
    _ body: @escaping () -> Void,
    as kind: Kind = .brief,
    before next: ModelCleanup? = nil
  ) -> ModelCleanup {
    ModelCleanup(kind, before: next) { next in
      body()
      next?.run()
    }
  }

  /// Returns an asynchronous cleanup.
  static func finalizing(
    _ finalizer: @escaping () throws -> ModelPromise,
    before next: ModelCleanup? = nil
  ) -> ModelCleanup {
    ModelCleanup(.lasting, before: next) { next in
      ModelPromise.attempt(finalizer).observed(isIgnored: true) { _ in next?.run() }
    }
  }

  /// Returns a cleanup that ends when `registration` is served.
  static func following(_ registration: ModelPromise?) -> ModelCleanup {
    ModelCleanup(.lasting) { [weak registration] next in
      guard let next else { return }
      guard let registration, case .pending = registration.state, let source = registration.source
      else { return next.run() }
      source.observed(isIgnored: true) { _ in next.run() }
    }
  }

  /// Waits for the cleanups above this one, and takes their place if it may go on after its call.
  func follow(_ above: [ModelCleanup]) -> [ModelCleanup] {
    if kind == .stop { return above }
    for cleanup in above { cleanup.precede(self) }
    return kind == .lasting || !above.isEmpty ? [self] : []
  }

  /// Returns a cleanup that ends after this one, which a job runs at any time; `nil` if this one
  /// does not last.
  func end() -> ModelCleanup? {
    guard kind == .lasting else { return nil }
    let end = ModelCleanup(.lasting) { $0?.run() }
    precede(end)
    return end
  }

  private func precede(_ other: ModelCleanup) {
    next = other
    other.awaited += 1
  }

  func run() {
    awaited -= 1
    if awaited == 0 { body(next) }
  }
}

// MARK: - Asynchronous cleanup, and resources (9.2, 9.3)

extension ModelPromise.Resolution {
  /// Starts a cleanup, and follows it.
  static func finalizing(
    _ finalizer: () throws -> ModelPromise,
    after outcome: ModelPromise.Outcome
  ) -> Self {
    let end = ModelPromise(endsWithConsumers: true)
    let link = ModelPromise.attempt(finalizer).stage { ending in
      if case (.success, .failure) = (outcome, ending) {
        return .nothing(isIgnored: !end.settle(ending))
      }
      end.settle(outcome)
      return .nothing(isIgnored: true)
    }
    end.dynamicDependencies = { [weak link] in link.map { [$0] } ?? [] }
    end.runningCleanup = { [weak link] in .following(link) }
    return .follow(end)
  }
}

extension ModelPromise {
  func using(
    _ release: @escaping (Int) -> Void,
    _ body: @escaping (Int) throws -> ModelPromise
  ) -> ModelPromise {
    var isReleasedByStage = false
    let stage = onValue { resource in
      isReleasedByStage = true
      return .follow(ModelPromise.attempt { try body(resource) }.ensure { release(resource) })
    }
    // The acquisition retains this consumer, so it continues when the stage is detached (9.3.6).
    observed(isIgnored: true) { outcome in
      if case .success(let resource) = outcome, !isReleasedByStage { release(resource) }
    }
    return stage
  }
}
