// expect: main actor-isolated property 'text' can not be mutated from a Sendable closure
// options: -default-isolation MainActor
import Pledge

final class Screen {
  var text = ""

  func show(_ name: Future<String>) {
    name.tap { self.text = $0 }
  }
}
