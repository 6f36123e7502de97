import Foundation

/// The end of an attempt.
///
/// The first one that is stored counts.
enum Outcome: Codable, Sendable {
  case value(Data)
  case failure(JobError)
  case discarded

  init(_ data: Data) {
    let failure = JobError.failed(kind: "Outcome", message: "the answer is unreadable")
    self = (try? JSONDecoder().decode(Outcome.self, from: data)) ?? .failure(failure)
  }

  var data: Data { (try? JSONEncoder().encode(self)) ?? Data() }
}

/// A failure of a job's work, as its submitter receives it.
enum JobError: Error, Codable, Equatable, CustomStringConvertible {
  /// The handler failed, with an error of the type `kind`.
  case failed(kind: String, message: String)
  /// The attempt took longer than its limit.
  case exceeded(limit: Duration)
  /// The job was delivered this many times, and no worker answered.
  case deliveriesUsedUp(Int)

  init(_ error: any Error) {
    self = error as? JobError ?? .failed(kind: "\(type(of: error))", message: "\(error)")
  }

  var description: String {
    switch self {
    case .failed(let kind, let message): "the work failed with \(kind): \(message)"
    case .exceeded(let limit): "the job took longer than \(limit)"
    case .deliveriesUsedUp(let count): "the job was delivered \(count) times without an answer"
    }
  }
}

/// A job, as a message and for the handler of a worker.
struct Job: Codable, Sendable {
  let id: String
  /// The number of the attempt, from 1; each may be delivered more than once.
  var attempt = 1
  let payload: Data
  /// The longest time of an attempt.
  let limit: Duration

  var name: String { "\(id).\(attempt)" }

  var next: Job { Job(id: id, attempt: attempt + 1, payload: payload, limit: limit) }
}
