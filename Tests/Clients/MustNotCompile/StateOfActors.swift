// expect: main actor-isolated property 'ofHandler' can not be mutated from a Sendable closure
// expect: main actor-isolated property 'ofQueue' can not be mutated from a Sendable closure
// expect: main actor-isolated property 'ofOwner' can not be mutated from a Sendable closure
// expect: main actor-isolated property 'ofObserver' can not be mutated from a Sendable closure
// expect: main actor-isolated property 'ofDiscardBlock' can not be mutated from a Sendable closure
// expect: converting function value of type '@MainActor @Sendable (String) -> Void' to '@Sendable (String) throws -> Void' loses global actor 'MainActor'
// expect: main actor-isolated property 'value' can not be referenced from a Sendable closure
// expect: actor-isolated property 'apples' can not be mutated from a Sendable closure
import Dispatch
import Pledge

// A closure runs where the promise is settled, not on the actor that registered it.

@MainActor
final class Screen {
  var ofHandler = ""
  var ofQueue = ""
  var ofOwner = ""
  var ofObserver = 0.0
  var ofDiscardBlock = true

  func show(_ name: Future<String>) {
    name.tap { self.ofHandler = $0 }
    name.observe(owner: self) { screen, outcome in screen.ofOwner = "\(outcome)" }
    name.tap(on: DispatchQueue.main) { self.ofQueue = $0 }
  }

  func show(_ progress: ProgressMonitor) {
    progress.observe { self.ofObserver = $0.fraction }
  }

  /// The block runs on the thread that discards the promise.
  ///
  /// Use `token.onDiscard(on: MainActor.shared)`.
  func wait() -> Promise<String> {
    Promise(discard: { self.ofDiscardBlock = false })
  }
}

/// To the compiler, the main queue is an ordinary queue; use `on: MainActor.shared` instead.
func show(_ name: Future<String>, by draw: @escaping @MainActor (String) -> Void) {
  name.tap(on: DispatchQueue.main, draw)
}

final class Basket {
  var apples = 0
}

func count(_ basket: Future<MainValue<Basket>>) -> Future<Int> {
  basket.map { $0.value.apples }
}

actor Counter {
  var apples = 0

  func count(_ tree: Future<Int>) {
    tree.tap { self.apples += $0 }
  }
}
