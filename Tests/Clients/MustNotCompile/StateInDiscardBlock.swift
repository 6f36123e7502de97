// expect: main actor-isolated property 'text' can not be mutated from a Sendable closure
// options: -default-isolation MainActor
import Pledge

final class Screen {
  var text = ""

  func ask() -> Future<String> {
    Promise { resolver in
      resolver.onDiscard { self.text = "" }
    }
  }
}
