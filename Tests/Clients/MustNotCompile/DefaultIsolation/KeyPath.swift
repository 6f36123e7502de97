// expect: converting non-Sendable function value to '@Sendable (User) throws -> String' may introduce data races
// options: -default-isolation MainActor
import Pledge

struct User: Codable, Sendable {
  let id: Int
  let name: String
}

func name(_ user: Future<User>) -> Future<String> {
  user.map(\.name)
}
