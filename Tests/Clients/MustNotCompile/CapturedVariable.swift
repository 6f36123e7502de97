// expect: mutation of captured var 'apples' in concurrently-executing code
import Pledge

func count(_ trees: [Future<Int>]) -> Int {
  var apples = 0
  for tree in trees {
    tree.tap { apples += $0 }
  }
  return apples
}
