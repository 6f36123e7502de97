/// A user, which the server represents as a number, a space, and a name.
struct User: Sendable {
  let id: Int
  let name: String
}

extension User {
  struct NotAUser: Error {
    let text: String
  }

  init(_ text: String) throws {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let id = Int(parts[0]) else { throw NotAUser(text: text) }
    self.init(id: id, name: String(parts[1]))
  }
}
