// expect: capture of 'basket' with non-Sendable type 'Basket' in a '@Sendable' closure
import Pledge

final class Basket {
  var apples = 0
}

func fill(_ basket: Basket, by queue: PromiseQueue) -> Future<Int> {
  queue.add {
    basket.apples += 1
    return Promise(value: basket.apples)
  }
}
