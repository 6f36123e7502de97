/// How the loading of one user ended.
enum Outcome: Sendable {
  case loaded(User)
  case failed(id: Int, any Error)
}
