// expect: mutation of captured var 'delay' in concurrently-executing code
// expect: reference to captured var 'delay' in concurrently-executing code
import Pledge

func doubling() -> Backoff {
  var delay = Duration.seconds(1)
  return Backoff { _ in
    delay *= 2
    return delay
  }
}
