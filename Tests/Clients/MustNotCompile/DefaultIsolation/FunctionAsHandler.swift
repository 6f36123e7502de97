// expect: converting function value of type '@MainActor @Sendable (String) -> String' to '@Sendable (String) throws -> String' loses global actor 'MainActor'
// options: -default-isolation MainActor
import Pledge

func shouted(_ name: String) -> String {
  name.uppercased()
}

func shout(_ name: Future<String>) -> Future<String> {
  name.map(shouted)
}
