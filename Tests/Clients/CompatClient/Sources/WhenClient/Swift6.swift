import PledgeWhen

// Demonstrates a remedy of Documentation/Moving/Swift6.md: for a closure with a declared type. It is
// never run. PromiseKitClient demonstrates the others.

private final class Log {
  var sizes: [Int] = []
}

private func follow(_ size: Promise<Int>, in log: Log) {
  nonisolated(unsafe) let log = log
  let write: Promise<Int>.DoneHandler = { log.sizes.append($0) }
  size.done(write)
}
