import Pledge

/// Stages whose handler runs as a job of the context, and those that use the clock (3.6, 11.5).
extension ModelPromise {
  func derived(_ stage: EnvironmentStage<ModelPromise>, in environment: ModelEnvironment)
    -> ModelPromise
  {
    switch stage {
    case .map(let body):
      onValue { value in
        .send(
          ModelJob(cleanup: nil) { .settle(.success(try body(value))) },
          to: environment.context
        )
      }
    case .ensure(let body):
      ensure(on: environment.context, .brief(body)) { outcome in
        body()
        return .settle(outcome)
      }
    case .ensureThen(let body):
      ensure(on: environment.context, .finalizing(body, at: line)) { [line] in
        .finalizing(body, after: $0, at: line)
      }
    case .timeout(let ticks): timeout(ticks, environment.clock)
    case .delay(let ticks):
      onValue { value in
        .follow(environment.clock.after(ticks).onValue { _ in .settle(.success(value)) })
      }
    }
  }

  /// Returns a stage whose handler and cleanup each run as a job.
  private func ensure(
    on context: ModelContext,
    _ cleanup: ModelCleanup.Work,
    _ continuation: @escaping Continuation
  ) -> ModelPromise {
    let send = { (next: ModelCleanup?) in
      context.enqueue(ModelJob(cleanup: ModelCleanup(cleanup), before: next))
    }
    let sent: ModelCleanup.Work =
      if case .lasting = cleanup { .lasting(send) } else { .brief { send(nil) } }
    return stage(cleanup: ModelCleanup(sent)) { outcome in
      .send(ModelJob(cleanup: ModelCleanup(cleanup)) { try continuation(outcome) }, to: context)
    }
  }

  /// Returns a stage that a timer settles directly (11.5).
  private func timeout(_ ticks: Int, _ clock: ModelClock) -> ModelPromise {
    guard outcome == nil else { return stage { .settle($0) } }
    let error = TimeoutError(limit: .ticks(ticks))
    guard ticks > 0 else {
      let limited = stage { .settle($0) }
      limited.settle(.failure(error))
      return limited
    }
    let timer = clock.sleep(for: ticks)
    let cleanup = ModelCleanup(.stop { timer.discard() })
    let limited = stage(cleanup: cleanup) { outcome in
      timer.discard()
      return .settle(outcome)
    }
    limited.hasAlternatives = true
    timer.observed { outcome in limited.settle(outcome.flatMap { _ in .failure(error) }) }
    return limited
  }
}

extension ModelClock {
  func after(_ ticks: Int) -> ModelPromise {
    guard ticks > 0 else { return .settled(.success(0), line: 0) }
    return sleep(for: ticks).onValue { .settle(.success($0)) }
  }
}
