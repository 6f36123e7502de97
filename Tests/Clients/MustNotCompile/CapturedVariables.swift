// expect: mutation of captured var 'apples' in concurrently-executing code
// expect: mutation of captured var 'ofNested' in concurrently-executing code
// expect: reference to captured var 'ofNested' in concurrently-executing code
// expect: mutation of captured var 'ofRetry' in concurrently-executing code
// expect: reference to captured var 'ofRetry' in concurrently-executing code
// expect: mutation of captured var 'ofBackoff' in concurrently-executing code
// expect: reference to captured var 'ofBackoff' in concurrently-executing code
// expect: mutation of captured var 'ofLazy' in concurrently-executing code
// expect: reference to captured var 'ofLazy' in concurrently-executing code
// expect: mutable capture of 'inout' parameter 'ofCaller' is not allowed in concurrently-executing code
// expect: mutable capture of 'inout' parameter 'self' is not allowed in concurrently-executing code
import Pledge

// Several threads may run such closures, even if they do so one after another.

func count(_ trees: [Future<Int>]) -> Int {
  var apples = 0
  for tree in trees {
    tree.tap { apples += $0 }
  }
  return apples
}

func count(_ tree: Future<Int>, and other: Future<Int>) -> Future<Int> {
  tree.flatMap { first in
    var ofNested = first
    return other.map { second in
      ofNested += second
      return ofNested
    }
  }
}

/// Each attempt runs on the thread that ended the previous one.
func load(_ page: @escaping @Sendable (Int) -> Future<String>) -> Future<String> {
  var ofRetry = 0
  return retry(max: 3) {
    ofRetry += 1
    return page(ofRetry)
  }
}

func doubling() -> Backoff {
  var ofBackoff = Duration.seconds(1)
  return Backoff { _ in
    ofBackoff *= 2
    return ofBackoff
  }
}

/// The first consumer starts the work, on any thread.
func loads() -> LazyPromise<Int> {
  var ofLazy = 0
  return LazyPromise {
    ofLazy += 1
    return Promise(value: ofLazy)
  }
}

func count(_ tree: Future<Int>, into ofCaller: inout Int) {
  tree.tap { ofCaller += $0 }
}

struct Counter {
  var apples = 0

  mutating func count(_ tree: Future<Int>) {
    tree.tap { apples += $0 }
  }
}
