// expect: capture of 'self' with non-Sendable type 'Loader?' in a '@Sendable' closure
import Pledge

final class Loader {
  var name = ""

  func load(_ loaded: Future<String>) {
    loaded.tap { [weak self] in self?.name = $0 }
  }
}
