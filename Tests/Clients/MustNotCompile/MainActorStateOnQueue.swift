// expect: main actor-isolated property 'text' can not be mutated from a Sendable closure
import Dispatch
import Pledge

@MainActor
final class Screen {
  var text = ""

  func show(_ name: Future<String>) {
    name.tap(on: DispatchQueue.main) { self.text = $0 }
  }
}
