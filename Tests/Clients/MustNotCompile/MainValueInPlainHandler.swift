// expect: main actor-isolated property 'value' can not be referenced from a Sendable closure
import Pledge

final class Basket {
  var apples = 0
}

func count(_ basket: Future<MainValue<Basket>>) -> Future<Int> {
  basket.map { $0.value.apples }
}
