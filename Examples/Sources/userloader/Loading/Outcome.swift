/// The result of loading one user.
enum Outcome: Sendable {
  case loaded(User)
  case failed(id: Int, any Error)

  /// The id of the user.
  var id: Int {
    switch self {
    case .loaded(let user): user.id
    case .failed(let id, _): id
    }
  }

  /// The error, or `nil` if the user was loaded.
  var failure: (any Error)? {
    switch self {
    case .loaded: nil
    case .failed(_, let error): error
    }
  }
}
