/// A worker's result for an item.
struct Answer: Equatable, Sendable {
  let item: Int
  let worker: Int
  let value: UInt64
}

/// The end of an item.
struct Outcome: Sendable {
  let item: Int
  let result: Result<Answer, any Error>

  /// The error, or `nil` if there is an answer.
  var failure: (any Error)? {
    switch result {
    case .success: nil
    case .failure(let error): error
    }
  }
}
