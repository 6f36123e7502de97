import Pledge

#if MISTAKE
final class Profile {
  private(set) var name = ""

  func show(_ id: Int) {
    load(id)
      .map { try decode($0) }
      .tap(on: MainActor.shared) { self.name = $0.name }  // 1
      .catch { say("\($0)") }
  }
}
// 1: error: sending 'self' risks causing data races
#else
@MainActor
final class Profile {
  private(set) var name = ""

  func show(_ id: Int) {
    load(id)
      .map { try decode($0) }
      .tap(on: MainActor.shared) { self.name = $0.name }
      .catch { say("\($0)") }
  }
}
#endif
