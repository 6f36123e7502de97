import Foundation

/// How an attempt ended. Whoever stores it first decides.
enum Outcome: Equatable, Sendable {
  case value(Data)
  case failure(JobError)
  case discarded

  init(_ data: Data) {
    switch data.first {
    case UInt8(ascii: "v"): self = .value(Data(data.dropFirst()))
    case UInt8(ascii: "d"): self = .discarded
    default:
      let failure = try? JSONDecoder().decode(JobError.self, from: data.dropFirst())
      self = .failure(failure ?? .failed(kind: "Outcome", message: "the answer is unreadable"))
    }
  }

  var data: Data {
    switch self {
    case .value(let data): Data("v".utf8) + data
    case .discarded: Data("d".utf8)
    case .failure(let error): Data("f".utf8) + ((try? JSONEncoder().encode(error)) ?? Data())
    }
  }
}

/// A failure of a job's work, as its submitter receives it.
enum JobError: Error, Codable, Hashable, CustomStringConvertible {
  /// The handler failed, with an error of the type `kind`.
  case failed(kind: String, message: String)
  /// The attempt took longer than its limit, in seconds.
  case exceeded(limit: Double)
  /// The job was delivered this many times, and no worker answered.
  case deliveriesUsedUp(Int)

  init(_ error: any Error) {
    self = error as? JobError ?? .failed(kind: "\(type(of: error))", message: "\(error)")
  }

  var description: String {
    switch self {
    case .failed(let kind, let message): "the work failed with \(kind): \(message)"
    case .exceeded(let limit): "the job took longer than \(limit) s"
    case .deliveriesUsedUp(let count): "the job was delivered \(count) times without an answer"
    }
  }
}

/// Rejects a job whose id was submitted with a different payload.
struct PayloadMismatchError: Error, Equatable, CustomStringConvertible {
  let id: String

  var description: String {
    "The job '\(id)' was submitted with another payload. Give different work a different id."
  }
}

/// Thrown by a handler to have its job delivered again later, possibly to another worker.
struct LaterError: Error {
  var after: Duration
}

/// A try of a job, whose name is that of its message, and part of its keys.
struct Attempt: Sendable {
  let id: String
  let number: Int

  var name: String { "\(id).\(number)" }
  var next: Attempt { Attempt(id: id, number: number + 1) }
}

/// A job, for the handler of a worker.
struct Job: Sendable {
  let id: String
  /// The number of the attempt, from 1; an attempt may run more than once.
  let attempt: Int
  let payload: Data
  let limit: Duration

  /// A message begins with the limit in milliseconds and a space.
  init?(_ delivery: Delivery) {
    let name = delivery.name.split(separator: ".")
    let parts = delivery.payload.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
    guard name.count == 2, parts.count == 2, let attempt = Int(name[1]),
      let milliseconds = Int(String(decoding: parts[0], as: UTF8.self))
    else { return nil }
    self.id = String(name[0])
    self.attempt = attempt
    self.payload = Data(parts[1])
    self.limit = .milliseconds(milliseconds)
  }

  static func message(_ payload: Data, limit: Duration) -> Data {
    Data("\(Int(limit / .milliseconds(1))) ".utf8) + payload
  }
}
