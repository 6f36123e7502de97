// expect: actor-isolated property 'apples' can not be mutated from a Sendable closure
import Pledge

// A handler runs where the promise is settled, not on the actor that registered it.

actor Counter {
  var apples = 0

  func count(_ tree: Future<Int>) {
    tree.tap { self.apples += $0 }
  }
}
