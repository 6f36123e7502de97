import Dispatch
import Pledge

@MainActor
final class Screen {
  var title = ""

  #if MISTAKE
  func show(_ id: Int) {
    load(id)
      .map { try decode($0) }
      .tap(on: DispatchQueue.main) { self.title = $0.name }  // 1
      .catch { say("\($0)") }
  }
  // 1: error: main actor-isolated property 'title' can not be mutated from a Sendable closure
  #elseif SHORT
  func show(_ id: Int) {
    load(id)
      .map { try decode($0) }
      .tap(on: .main) { self.title = $0.name }  // 1
      .catch { say("\($0)") }
  }
  // 1: warning: 'main' is deprecated: Use 'on: MainActor.shared' for the actor, or 'on: DispatchQueue.main' for the queue.
  #else
  func show(_ id: Int) {
    load(id)
      .map { try decode($0) }
      .tap(on: MainActor.shared) { self.title = $0.name }
      .catch { say("\($0)") }
  }
  #endif
}
