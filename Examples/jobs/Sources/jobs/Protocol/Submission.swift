import Foundation
import Pledge
import Synchronization

/// Follows the attempts of a job until one is answered.
final class Submission: Sendable {
  private typealias Search = Promise<(job: Job, value: Data?, later: Promise<Outcome>?)>

  private let jobs: Jobs
  private let first: Job
  /// The attempt that this submission has published.
  private let current = Mutex<Job?>(nil)

  init(of job: Job, in jobs: Jobs) {
    self.jobs = jobs
    first = job
  }

  func answer() -> Promise<Data> {
    guard first.id.wholeMatch(of: /[A-Za-z0-9_-]{1,128}/) != nil else {
      return Promise(error: ArgumentError("the id '\(first.id)' is not of A-Z, a-z, 0-9, '-', '_'"))
    }
    return follow(search())
  }

  /// Finds the attempt to follow, unless the id has another payload.
  private func search() -> Search {
    jobs.engine.create("payload.\(first.id)", digest).flatMap { [self] stored in
      guard stored == digest else {
        throw ArgumentError("the job '\(first.id)' has another payload: use a new id for new work")
      }
      return search(from: first)
    }
  }

  /// Finds mistakes, such as an id that is used twice; it is not cryptographic.
  private var digest: Data {
    let hash = first.payload.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return Data("\(first.payload.count) \(hash)".utf8)
  }

  /// Finds the first attempt that has a value, or no answer; those before failed or were discarded.
  private func search(from job: Job) -> Search {
    let answer = jobs.answer(to: job.name)
    return answer.stored.flatMap { [self] stored in
      switch stored {
      case .value(let data): Promise(value: (job, data, nil))
      case .failure, .discarded: search(from: job.next)
      case nil: Promise(value: (job, nil, answer.later))
      }
    }
  }

  private func follow(_ search: Search) -> Promise<Data> {
    search.flatMap { [self] job, value, later in
      guard let later else { return Promise(value: value ?? Data()) }
      current.withLock { $0 = job }
      return jobs.engine.publish(job.name, try JSONEncoder().encode(job)).flatMap { [self] in
        jobs.step(.published, job.name)
        return wait(for: later, of: job)
      }
    }
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
        case .discarded:
          // By another process. The next attempt is not published yet.
          current.withLock { $0 = nil }
          return follow(self.search(from: job.next))
        }
      }
  }

  /// Answers the attempt, unless it has an answer, and removes its message.
  private func end(_ job: Job, _ outcome: Outcome) -> Promise<Outcome> {
    jobs.engine.create("answer.\(job.name)", outcome.data).map(Outcome.init)
      .flatMap { [jobs] answer in jobs.engine.remove(job.name).map { answer } }
  }

  /// Discards the job; the claim's key decides whether a handler starts.
  ///
  /// A submission that has not found its attempt finds it first: it may run since an earlier one.
  func discard() -> Promise<Jobs.Ending> {
    jobs.discards.add { [self] in
      let published = current.withLock(\.self)
      let found = published.map { Search(value: ($0, nil, nil)) } ?? search()
      return found.flatMap { [self] job, value, _ in
        value == nil ? discard(job) : Promise(value: .answered)
      }
    }
  }

  private func discard(_ job: Job) -> Promise<Jobs.Ending> {
    jobs.engine.create("claim.\(job.name)", Claim.discard).flatMap { [self] claim in
      end(job, .discarded).map { outcome in
        guard case .discarded = outcome else { return .answered }
        return claim == Claim.discard ? .removed : .stopped
      }
    }
  }
}

/// The values of a claim's key.
enum Claim {
  static let (work, discard) = (Data("work".utf8), Data("discard".utf8))
}
