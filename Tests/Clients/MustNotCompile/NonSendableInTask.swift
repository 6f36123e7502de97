// expect: capture of 'basket' with non-Sendable type 'Basket' in a '@Sendable' closure
import Pledge

final class Basket {
  var apples = 0
}

func pick() async -> Int { 1 }

func fill(_ basket: Basket) -> Future<Void> {
  Promise { basket.apples += await pick() }
}
