// expect: main actor-isolated conformance of 'User' to 'Decodable' cannot be used in nonisolated context
// options: -default-isolation MainActor
import Foundation
import Pledge

struct User: Codable, Sendable {
  let id: Int
  let name: String
}

func user(_ body: Future<Data>) -> Future<User> {
  body.map { try JSONDecoder().decode(User.self, from: $0) }
}
