import Pledge

@MainActor
final class Screen {
  var title = ""

  #if MISTAKE
  func show(_ id: Int) {
    load(id)
      .map { try decode($0) }
      .tap { self.title = $0.name }  // 1
      .catch { say("\($0)") }
  }
  // 1: error: main actor-isolated property 'title' can not be mutated from a Sendable closure
  #else
  func show(_ id: Int) {
    load(id)
      .map { try decode($0) }
      .tap(on: MainActor.shared) { self.title = $0.name }
      .catch { say("\($0)") }
  }
  #endif
}
