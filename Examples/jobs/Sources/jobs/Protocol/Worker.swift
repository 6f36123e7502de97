import Foundation
import Pledge

extension Jobs {
  /// Works on jobs, at most `limit` at a time.
  ///
  /// - Parameters:
  ///   - limit: The most jobs that this worker does at the same time.
  ///   - stop: Ends the work when it discards: no further job is accepted, and the returned promise
  ///     is fulfilled when the current ones are done.
  ///   - handler: Starts the work of a job. Runs on a global queue. Its error is the answer, except
  ///     for `LaterError`. If its promise is discarded, the job was discarded, has exceeded its
  ///     limit, or was answered by another worker.
  /// - Returns: A promise for the end of the work. Discarding it discards the promises of all
  ///   current handlers, and hands their jobs back.
  func work(
    limit: Int,
    until stop: DiscardToken? = nil,
    handler: @escaping @Sendable (Job) throws -> Future<Data>
  ) -> Promise<Void> {
    let current = PromiseQueue(limit: limit)
    @Sendable func pull() -> Promise<Void> {
      // An operation that does nothing waits for a free slot.
      current.add { Promise(value: ()) }
        .flatMap { [engine] in engine.pull(max(1, limit - current.running)) }
        .onUndelivered { deliveries in for delivery in deliveries { delivery.handBack(.zero) } }
        .map(on: .global()) { [self] deliveries in
          for delivery in deliveries {
            let worker = Worker(jobs: self, delivery: delivery, handler: handler)
            current.add { worker.attend() }.ignoringErrors()
          }
        }
    }
    let isStopped = { @Sendable in stop?.isDiscarded ?? false }
    let pulling = poll(every: .zero, until: isStopped) { pull() }
    let work = Promise<Void>(discard: { current.discardAll() })
    work.chain(after: pulling.flatMap { current.drained() })
    return work
  }
}

/// Decides what becomes of one delivery.
private struct Worker: Sendable {
  enum End: Sendable {
    case acknowledge
    case handBack(after: Duration)
  }

  let jobs: Jobs
  let delivery: Delivery
  let handler: @Sendable (Job) throws -> Future<Data>

  var name: String { delivery.name }

  func attend() -> Promise<Void> {
    jobs.step(.delivered, name)
    // If the engine fails, it delivers the job again.
    let end = end().recover { _ in .handBack(after: .seconds(1)) }.map { end in
      switch end {
      case .acknowledge:
        delivery.acknowledge()
        jobs.step(.acknowledged, name)
      case .handBack(let delay): delivery.handBack(delay)
      }
    }
    let attention = Promise<Void>(discard: { delivery.handBack(.zero) })
    attention.chain(after: end)
    return attention
  }

  private func end() -> Promise<End> {
    let answer = jobs.answers.answer(to: name)
    return answer.stored.flatMap { stored in
      guard stored == nil else { return Promise(value: .acknowledge) }
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
  private func run(_ job: Job, until later: Promise<Outcome>) -> Promise<End> {
    let work = Promise(value: ()).flatMap(on: .global()) {
      jobs.step(.atWork, name)
      return try handler(job)
    }
    .map { Outcome?.some(.value($0)) }
    .recover { error in
      if error is LaterError { throw error }
      return .failure(JobError(error))
    }
    let reports = reports()
    reports.ignoringErrors()
    return race(work, later.map { _ in nil })
      .timeout(after: job.limit, clock: jobs.clock)
      .recover(from: TimeoutError.self) { _ in .failure(.exceeded(limit: job.limit)) }
      .ensure { reports.discard() }
      .flatMap { outcome in outcome.map(store) ?? Promise(value: .acknowledge) }
      .recover(from: LaterError.self) { .handBack(after: $0.after) }
  }

  private func reports() -> Promise<Void> {
    guard let silence = jobs.engine.silence else { return Promise(value: ()) }
    let never = { @Sendable () in false }
    return poll(every: silence / 3, clock: jobs.clock, until: never) {
      delivery.report()
      return Promise(value: ())
    }
  }

  private func store(_ outcome: Outcome) -> Promise<End> {
    jobs.engine.create("answer.\(name)", outcome.data)
      .tap { _ in jobs.step(.answered, name) }
      .map { _ in .acknowledge }
      .flatMapError(from: SizeError.self) { store(.failure(JobError($0))) }
  }
}
