// expect: call to main actor-isolated instance method 'shouted()' in a synchronous nonisolated context
// options: -default-isolation MainActor
import Pledge

struct User: Codable, Sendable {
  let id: Int
  let name: String

  func shouted() -> String {
    name.uppercased()
  }
}

func shout(_ user: Future<User>) -> Future<String> {
  user.map { $0.shouted() }
}
