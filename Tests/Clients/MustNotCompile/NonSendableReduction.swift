// expect: type 'Basket' does not conform to the 'Sendable' protocol
import Pledge

final class Basket {
  var apples = 0
}

func fill(with trees: [Future<Int>]) -> Future<Int> {
  reduce(trees, Basket()) { basket, apples in
    basket.apples += apples
    return basket
  }.map { $0.apples }
}
