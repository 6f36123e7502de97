// expect: type 'Basket' does not conform to the 'Sendable' protocol
import Pledge

final class Basket {
  var apples = 0
}

func count(_ baskets: [Basket]) -> Future<[Int]> {
  baskets.mapConcurrently(limit: 2) { Promise(value: $0.apples) }
}
