// expect: mutation of captured var 'apples' in concurrently-executing code
// expect: reference to captured var 'apples' in concurrently-executing code
import Pledge

func count(_ tree: Future<Int>, and other: Future<Int>) -> Future<Int> {
  tree.flatMap { first in
    var apples = first
    return other.map { second in
      apples += second
      return apples
    }
  }
}
