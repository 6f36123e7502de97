/// The result of loading one user.
enum Outcome: Sendable {
  case loaded(User)
  case failed(id: Int, any Error)
}
