// expect: mutation of captured var 'attempt' in concurrently-executing code
// expect: reference to captured var 'attempt' in concurrently-executing code
import Pledge

// Attempts run one after another, but each on the thread that ended the previous one.

func load(_ page: @escaping @Sendable (Int) -> Future<String>) -> Future<String> {
  var attempt = 0
  return retry(max: 3) {
    attempt += 1
    return page(attempt)
  }
}
