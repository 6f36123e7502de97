import Foundation
import Pledge

extension Jobs {
  /// Works on jobs, at most `limit` at a time, until the returned promise is discarded.
  ///
  /// The handler runs on a global queue; its error is an answer, too. If its promise is discarded,
  /// the job was discarded, has exceeded its limit, or was answered by another worker.
  ///
  /// Once `stop` has discarded, no further job is accepted, and the returned promise is fulfilled
  /// when the current ones are done. Discarding it instead discards the promises of the current
  /// handlers, and hands their jobs back.
  func work(
    limit: Int,
    until stop: DiscardToken? = nil,
    handler: @escaping @Sendable (Job) throws -> Future<Data>
  ) -> Promise<Void> {
    let (current, end) = (PromiseQueue(limit: limit), DiscardSource())
    @Sendable func pull() -> Promise<Void> {
      // An operation that does nothing waits for a free slot.
      current.add { Promise(value: ()) }
        .flatMap { [engine] in engine.pull(max(1, limit - current.running)) }
        .onUndelivered { deliveries in for delivery in deliveries { delivery.handBack(.zero) } }
        .discarded(by: stop ?? end.token)
        .map(on: .global()) { [self] deliveries in
          for delivery in deliveries {
            let worker = Worker(jobs: self, delivery: delivery, handler: handler)
            current.add { worker.attend() }.discarded(by: end.token).ignoringErrors()
          }
        }
    }
    let pulling = poll(every: .zero, until: { _ in false }, pull)
    let work = Promise<Void>(discard: { end.discard() })
    let stopped = pulling.recover(if: \.isCancellation) { _ in }
    work.chain(after: stopped.ensureThen { current.drained() })
    return work
  }
}

/// Decides what becomes of one delivery.
private struct Worker: Sendable {
  let jobs: Jobs
  let delivery: Delivery
  let handler: @Sendable (Job) throws -> Future<Data>

  var name: String { delivery.name }

  func attend() -> Promise<Void> {
    jobs.step(.delivered, name)
    let attention = Promise<Void>(discard: { delivery.handBack(.zero) })
    let end = answered().tap {
      delivery.acknowledge()
      jobs.step(.acknowledged, name)
    }
    // The engine has failed.
    .catch { _ in delivery.handBack(.seconds(1 << min(delivery.number, 6))) }
    attention.chain(after: end)
    return attention
  }

  /// Answers the delivery, unless it has an answer.
  private func answered() -> Promise<Void> {
    let answer = jobs.answer(to: name)
    return answer.stored.flatMap { stored in
      guard stored == nil else { return Promise(value: ()) }
      guard delivery.number <= jobs.deliveries else {
        return store(.failure(.deliveriesUsedUp(jobs.deliveries)))
      }
      let job = try JSONDecoder().decode(Job.self, from: delivery.message)
      return jobs.engine.create("claim.\(name)", Claim.work).flatMap { claim in
        guard claim == Claim.work else { return store(.discarded) }
        jobs.step(.claimed, name)
        return run(job, until: answer.later)
      }
    }
  }

  /// Runs the handler until it ends, the limit is over, or there is an answer from elsewhere.
  private func run(_ job: Job, until later: Promise<Outcome>) -> Promise<Void> {
    let work = Promise(value: ()).flatMap(on: .global()) {
      jobs.step(.atWork, name)
      return try handler(job)
    }
    .map { Outcome?.some(.value($0)) }
    .recover { .failure(JobError($0)) }
    let interval = jobs.engine.silence / 3
    let report = { @Sendable in Promise(value: delivery.report()) }
    let reports = poll(every: interval, clock: jobs.clock, until: { _ in false }, report)
    reports.ignoringErrors()
    return race(work, later.map { _ in nil })
      .timeout(after: job.limit, clock: jobs.clock)
      .recover(from: TimeoutError.self) { _ in .failure(.exceeded(limit: job.limit)) }
      .ensure { reports.discard() }
      .flatMap { outcome in outcome.map(store) ?? Promise(value: ()) }
  }

  private func store(_ outcome: Outcome) -> Promise<Void> {
    jobs.engine.create("answer.\(name)", outcome.data)
      .map { _ in jobs.step(.answered, name) }
      .flatMapError(from: EngineError.self) { error in
        guard error.isOverLimit else { throw error }
        return store(.failure(JobError(error)))
      }
  }
}
