// expect: type 'Basket' does not conform to the 'Sendable' protocol
import Pledge

final class Basket {
  var apples = 0
}

func fail(_ promise: Promise<Int>) {
  promise.reject(Basket())
}
