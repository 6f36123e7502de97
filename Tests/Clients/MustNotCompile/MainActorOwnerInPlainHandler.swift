// expect: main actor-isolated property 'text' can not be mutated from a Sendable closure
import Pledge

@MainActor
final class Screen {
  var text = ""

  func show(_ name: Future<String>) {
    name.observe(owner: self) { screen, outcome in screen.text = "\(outcome)" }
  }
}
