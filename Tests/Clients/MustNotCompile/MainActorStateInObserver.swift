// expect: main actor-isolated property 'fraction' can not be mutated from a Sendable closure
import Pledge

@MainActor
final class Screen {
  var fraction = 0.0

  func show(_ progress: ProgressMonitor) {
    progress.observe { self.fraction = $0.fraction }
  }
}
