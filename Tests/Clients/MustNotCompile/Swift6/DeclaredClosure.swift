// expect: capture of 'log' with non-Sendable type 'Log' in a '@Sendable' closure
// expect: mutation of captured var 'total' in concurrently-executing code
import PledgeWhen

final class Log {
  var sizes: [Int] = []
}

func follow(_ size: Promise<Int>, in log: Log) {
  let write: Promise<Int>.DoneHandler = { log.sizes.append($0) }
  size.done(write)
}

func add(_ size: Promise<Int>) {
  var total = 0
  let add: Promise<Int>.DoneHandler = { total += $0 }
  size.done(add)
}
