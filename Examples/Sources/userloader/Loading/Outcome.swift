/// How the loading of one user ended.
enum Outcome: Sendable {
  case loaded(User)
  case failed(id: Int, any Error)

  /// Whose loading it was.
  var id: Int {
    switch self {
    case .loaded(let user): user.id
    case .failed(let id, _): id
    }
  }

  /// Why there is no user; `nil` if there is one.
  var failure: (any Error)? {
    switch self {
    case .loaded: nil
    case .failed(_, let error): error
    }
  }
}
