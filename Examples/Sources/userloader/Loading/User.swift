/// A user, as the server describes it and as the database keeps it.
struct User: Codable, Equatable, Sendable {
  let id: Int
  let name: String
  let email: String
}
