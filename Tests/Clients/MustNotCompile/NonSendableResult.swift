// expect: type 'Basket' does not conform to the 'Sendable' protocol
import Pledge

final class Basket {
  var apples = 0
}

func fillBaskets(with apples: Future<Int>) {
  apples.map { _ in Basket() }.ignoringErrors()
}
