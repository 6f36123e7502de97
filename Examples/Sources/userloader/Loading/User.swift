/// A user, as represented by the server and in the database.
struct User: Codable, Equatable, Sendable {
  let id: Int
  let name: String
  let email: String
}
