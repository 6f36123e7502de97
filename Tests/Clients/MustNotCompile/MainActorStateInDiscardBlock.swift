// expect: main actor-isolated property 'isSpinning' can not be mutated from a Sendable closure
import Pledge

// The block runs on the thread that discards the promise. Use `token.onDiscard(on:
// MainActor.shared)`.

@MainActor
final class Screen {
  var isSpinning = true

  func wait() -> Promise<String> {
    Promise(discard: { self.isSpinning = false })
  }
}
