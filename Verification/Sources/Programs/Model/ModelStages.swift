/// The building blocks of operators.
extension ModelPromise {
  /// Returns a promise derived with a handler.
  func stage(
    marksHandled: Bool = false,
    cleanup: ModelCleanup? = nil,
    _ continuation: @escaping Continuation
  ) -> ModelPromise {
    var stage = ModelPromise(endsWithConsumers: true, marksHandled: marksHandled)
    stage.continuation = continuation
    stage.cleanup = cleanup
    stage.source = self
    if isOpen, let outcome, case .success = outcome, !ModelNesting.isAtLimit {
      ModelNesting.nested {
        // The handler runs before its stage exists.
        let resolution = ModelPromise.resolution(of: continuation, to: outcome)
        if case .follow(let inner) = resolution, inner.isReplacement {
          stage = inner
        } else {
          stage.continuation = { _ in resolution }
          serve(stage)
        }
      }
    } else {
      add(stage)
    }
    return stage
  }

  func ensure(as kind: ModelCleanup.Kind = .brief, _ body: @escaping () -> Void) -> ModelPromise {
    stage(cleanup: .calling(body, as: kind)) { outcome in
      body()
      return .settle(outcome)
    }
  }

  func ensureThen(_ finalizer: @escaping () throws -> ModelPromise) -> ModelPromise {
    stage(cleanup: .finalizing(finalizer)) { .finalizing(finalizer, after: $0) }
  }

  /// Registers a handler from which no promise is derived.
  @discardableResult
  func observed(isIgnored: Bool = false, by body: @escaping (Outcome) -> Void) -> ModelPromise {
    stage { outcome in
      body(outcome)
      return .nothing(isIgnored: isIgnored)
    }
  }

  /// Returns a stage that passes rejections on.
  func onValue(_ body: @escaping (Int) throws -> Resolution) -> ModelPromise {
    stage { outcome in
      switch outcome {
      case .success(let value): try body(value)
      case .failure: .settle(outcome)
      }
    }
  }

  func map(_ body: @escaping (Int) throws -> Int) -> ModelPromise {
    onValue { .settle(.success(try body($0))) }
  }

  /// Returns a stage that passes values on.
  func onError(
    marksHandled: Bool = false,
    _ body: @escaping (any Error) throws -> Resolution
  ) -> ModelPromise {
    stage(marksHandled: marksHandled) { outcome in
      switch outcome {
      case .success: .settle(outcome)
      case .failure(let error): try body(error)
      }
    }
  }

  /// Whether this cannot be told from a stage that settles with its outcome.
  private var isReplacement: Bool {
    guard isOpen, !isLazy, case .success? = outcome else { return false }
    return true
  }
}
