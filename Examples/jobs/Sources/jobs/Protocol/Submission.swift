import Foundation
import Pledge
import Synchronization

/// Follows the attempts of a job until one of them is answered.
final class Submission: Sendable {
  private let jobs: Jobs
  private let id: String
  private let payload: Data
  private let limit: Duration
  /// The attempt that is followed; `nil` after a discard.
  private let current: Mutex<Attempt?>

  init(of id: String, _ payload: Data, limit: Duration, in jobs: Jobs) {
    self.id = id
    self.payload = payload
    self.limit = limit
    self.jobs = jobs
    current = Mutex(Attempt(id: id, number: 1))
  }

  /// Not cryptographic: it finds mistakes, such as an id that is used twice.
  private var digest: Data {
    let hash = payload.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return Data("\(payload.count) \(hash)".utf8)
  }

  func answer() -> Promise<Data> {
    guard id.wholeMatch(of: /[A-Za-z0-9_-]{1,128}/) != nil else {
      return Promise(error: ArgumentError("the id '\(id)' may have letters, digits, '-', and '_'"))
    }
    return jobs.engine.create("payload.\(id)", digest).flatMap { [self] stored in
      guard stored == digest else { throw PayloadMismatchError(id: id) }
      return try follow(Attempt(id: id, number: 1))
    }
  }

  /// Waits for the answer to `attempt`. If it failed or was discarded earlier, the next one follows.
  private func follow(_ attempt: Attempt) throws -> Promise<Data> {
    try current.withLock { current in
      guard current != nil else { throw DiscardedError() }
      current = attempt
    }
    let answer = jobs.answers.answer(to: attempt.name)
    return answer.stored.flatMap { [self] stored in
      switch stored {
      case .value(let data): Promise(value: data)
      case .failure, .discarded: try follow(attempt.next)
      case nil: publish(attempt).flatMap { [self] in wait(for: answer.later, attempt) }
      }
    }
  }

  private func publish(_ attempt: Attempt) -> Promise<Void> {
    jobs.engine.publish(attempt.name, Job.message(payload, limit: limit))
      .tap { [jobs] in jobs.step(.published, attempt.name) }
  }

  private func wait(for later: Promise<Outcome>, _ attempt: Attempt) -> Promise<Data> {
    later.timeout(after: limit, clock: jobs.clock)
      .flatMapError(from: TimeoutError.self) { [self] _ in
        end(attempt, .failure(.exceeded(limit: limit / .seconds(1))))
      }
      .flatMap { [self] outcome in
        jobs.step(.watched, attempt.name)
        switch outcome {
        case .value(let data): return Promise(value: data)
        case .failure(let error): throw error
        // By another process, which does not need the answer.
        case .discarded: return try follow(attempt.next)
        }
      }
  }

  /// Answers the attempt, unless it has an answer, and removes its message.
  private func end(_ attempt: Attempt, _ outcome: Outcome) -> Promise<Outcome> {
    jobs.engine.create("answer.\(attempt.name)", outcome.data).map(Outcome.init)
      .flatMap { [jobs] answer in jobs.engine.remove(attempt.name).map { answer } }
  }

  /// Discards the job. The claim's key decides whether a handler starts.
  func discard() -> Promise<Jobs.Ending> {
    let taken = current.withLock { $0.take() }
    guard let attempt = taken else { return Promise(value: .answered) }
    return jobs.discards.add { [self] in
      jobs.engine.create("claim.\(attempt.name)", Claim.discard).flatMap { [self] claim in
        end(attempt, .discarded).map { outcome in
          outcome != .discarded ? .answered : claim == Claim.discard ? .removed : .stopped
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
