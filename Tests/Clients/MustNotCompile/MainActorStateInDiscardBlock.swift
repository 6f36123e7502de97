// expect: main actor-isolated property 'isSpinning' can not be mutated from a Sendable closure
import Pledge

// Whoever discards the promise runs the block: `token.onDiscard(on: MainActor.shared)` does not.

@MainActor
final class Screen {
  var isSpinning = true

  func wait() -> Promise<String> {
    Promise(discard: { self.isSpinning = false })
  }
}
