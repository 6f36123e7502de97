// expect: main actor-isolated property 'initial' can not be referenced from a Sendable closure
// options: -default-isolation MainActor
import Pledge

struct User: Codable, Sendable {
  let id: Int
  let name: String

  var initial: String { String(name.prefix(1)) }
}

func initial(_ user: Future<User>) -> Future<String> {
  user.map { $0.initial }
}
