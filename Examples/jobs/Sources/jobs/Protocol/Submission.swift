import Foundation
import Pledge
import Synchronization

/// Follows the attempts of a job until one is answered.
final class Submission: Sendable {
  private let jobs: Jobs
  private let first: Job
  /// The attempt that is followed; `nil` after a discard.
  private let current: Mutex<Job?>

  init(of job: Job, in jobs: Jobs) {
    self.jobs = jobs
    first = job
    current = Mutex(job)
  }

  func answer() -> Promise<Data> {
    guard first.id.wholeMatch(of: /[A-Za-z0-9_-]{1,128}/) != nil else {
      return Promise(error: ArgumentError("the id '\(first.id)' is not of A-Z, a-z, 0-9, '-', '_'"))
    }
    return jobs.engine.create("payload.\(first.id)", digest).flatMap { [self] stored in
      guard stored == digest else {
        throw ArgumentError("the job '\(first.id)' has another payload: use a new id for new work")
      }
      return try follow(first)
    }
  }

  /// Finds mistakes, such as an id that is used twice; it is not cryptographic.
  private var digest: Data {
    let hash = first.payload.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return Data("\(first.payload.count) \(hash)".utf8)
  }

  /// Waits for the answer to an attempt, or, if it failed or was discarded earlier, to the next.
  private func follow(_ job: Job) throws -> Promise<Data> {
    try current.withLock { current in
      guard current != nil else { throw DiscardedError() }
      current = job
    }
    let answer = jobs.answers.answer(to: job.name)
    return answer.stored.flatMap { [self] stored in
      switch stored {
      case .value(let data): Promise(value: data)
      case .failure, .discarded: try next(after: job)
      case nil: try publish(job).flatMap { [self] in wait(for: answer.later, of: job) }
      }
    }
  }

  private func next(after job: Job) throws -> Promise<Data> {
    var next = job
    next.attempt += 1
    return try follow(next)
  }

  private func publish(_ job: Job) throws -> Promise<Void> {
    jobs.engine.publish(job.name, try JSONEncoder().encode(job))
      .tap { [jobs] in jobs.step(.published, job.name) }
  }

  private func wait(for later: Promise<Outcome>, of job: Job) -> Promise<Data> {
    later.timeout(after: job.limit, clock: jobs.clock)
      .flatMapError(from: TimeoutError.self) { [self] _ in
        end(job, .failure(.exceeded(limit: job.limit)))
      }
      .flatMap { [self] outcome in
        jobs.step(.watched, job.name)
        switch outcome {
        case .value(let data): return Promise(value: data)
        case .failure(let error): throw error
        // Another process has discarded it.
        case .discarded: return try next(after: job)
        }
      }
  }

  /// Answers the attempt, unless it has an answer, and removes its message.
  private func end(_ job: Job, _ outcome: Outcome) -> Promise<Outcome> {
    jobs.engine.create("answer.\(job.name)", outcome.data).map(Outcome.init)
      .flatMap { [jobs] answer in jobs.engine.remove(job.name).map { answer } }
  }

  /// Discards the job; the claim's key decides whether a handler starts.
  func discard() -> Promise<Jobs.Ending> {
    let taken = current.withLock { $0.take() }
    guard let job = taken else { return Promise(value: .answered) }
    return jobs.discards.add { [self] in
      jobs.engine.create("claim.\(job.name)", Claim.discard).flatMap { [self] claim in
        end(job, .discarded).map { outcome in
          guard case .discarded = outcome else { return .answered }
          return claim == Claim.discard ? .removed : .stopped
        }
      }
    }
  }
}

/// The values of a claim's key.
enum Claim {
  static let work = Data("work".utf8)
  static let discard = Data("discard".utf8)
}
