// expect: mutable capture of 'inout' parameter 'self' is not allowed in concurrently-executing code
import Pledge

struct Counter {
  var apples = 0

  mutating func count(_ tree: Future<Int>) {
    tree.tap { apples += $0 }
  }
}
