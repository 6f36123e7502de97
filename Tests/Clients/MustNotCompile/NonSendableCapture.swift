// expect: capture of 'basket' with non-Sendable type 'Basket' in a '@Sendable' closure
import Pledge

final class Basket {
  var apples = 0
}

func count(_ apples: Future<Int>, into basket: Basket) {
  apples.tap { basket.apples += $0 }
}
