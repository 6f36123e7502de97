/// What a worker made of an item.
struct Answer: Equatable, Sendable {
  let item: Int
  let worker: Int
  let value: UInt64
  /// The time that the call had left when the worker saw it.
  let timeSeen: Duration
}

/// How an item ended.
struct Outcome: Sendable {
  let item: Int
  let result: Result<Answer, any Error>

  /// Why there is no answer; `nil` if there is one.
  var failure: (any Error)? {
    switch result {
    case .success: nil
    case .failure(let error): error
    }
  }
}
