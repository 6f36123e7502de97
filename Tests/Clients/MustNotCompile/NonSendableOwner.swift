// expect: type 'Basket' does not conform to the 'Sendable' protocol
import Pledge

final class Basket {
  var apples = 0
}

func count(_ apples: Future<Int>, into basket: Basket) {
  apples.observe(owner: basket) { basket, _ in basket.apples += 1 }
}
