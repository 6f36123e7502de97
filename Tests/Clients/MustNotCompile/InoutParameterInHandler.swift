// expect: mutable capture of 'inout' parameter 'apples' is not allowed in concurrently-executing code
import Pledge

func count(_ tree: Future<Int>, into apples: inout Int) {
  tree.tap { apples += $0 }
}
