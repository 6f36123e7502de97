// expect: mutation of captured var 'count' in concurrently-executing code
// expect: reference to captured var 'count' in concurrently-executing code
import Pledge

// The first consumer starts the work, on any thread.

func loads() -> LazyPromise<Int> {
  var count = 0
  return LazyPromise {
    count += 1
    return Promise(value: count)
  }
}
