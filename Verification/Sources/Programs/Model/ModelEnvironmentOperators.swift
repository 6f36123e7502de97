import Pledge

/// Stages whose handler runs as a job of the context, and those that use the clock (3.6, 11.5).
extension ModelPromise {
  func map(on context: ModelContext, _ body: @escaping (Int) throws -> Int) -> ModelPromise {
    onValue { value in
      .send(ModelJob(cleanup: nil) { .settle(.success(try body(value))) }, to: context)
    }
  }

  func ensure(on context: ModelContext, _ body: @escaping () -> Void) -> ModelPromise {
    ensure(on: context, .brief(body)) { outcome in
      body()
      return .settle(outcome)
    }
  }

  func ensureThen(
    on context: ModelContext,
    _ body: @escaping () throws -> ModelPromise
  ) -> ModelPromise {
    ensure(on: context, .finalizing(body)) { .finalizing(body, after: $0) }
  }

  func delay(_ ticks: Int, _ clock: ModelClock) -> ModelPromise {
    onValue { value in .follow(clock.after(ticks).onValue { _ in .settle(.success(value)) }) }
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
  func timeout(_ ticks: Int, _ clock: ModelClock) -> ModelPromise {
    guard outcome == nil else { return stage { .settle($0) } }
    let error = TimeoutError(limit: .seconds(ticks))
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
    guard ticks > 0 else { return .settled(.success(0)) }
    return sleep(for: ticks).onValue { .settle(.success($0)) }
  }
}
