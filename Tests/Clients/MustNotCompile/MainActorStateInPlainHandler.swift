// expect: main actor-isolated property 'text' can not be mutated from a Sendable closure
import Pledge

@MainActor
final class Screen {
  var text = ""

  func show(_ name: Future<String>) {
    name.tap { self.text = $0 }
  }
}
