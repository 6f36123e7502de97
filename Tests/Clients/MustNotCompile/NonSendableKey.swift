// expect: type 'Path' does not conform to the 'Sendable' protocol
import Pledge

final class Path: Hashable {
  var name = ""

  static func == (left: Path, right: Path) -> Bool { left.name == right.name }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}

func page(_ path: Path) -> Future<String> {
  SingleFlight().value(for: path) { Promise(value: path.name) }
}
