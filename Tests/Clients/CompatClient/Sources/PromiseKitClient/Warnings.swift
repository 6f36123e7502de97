// expect: mutation of captured var 'total' in concurrently-executing code
// expect: capture of 'log' with non-Sendable type 'Log' in a '@Sendable' closure
// expect: capture of 'log' with non-Sendable type 'Log' in an isolated closure
// expect: implicit capture of 'log' requires that 'Log' conforms to 'Sendable'
// expect: passing non-Sendable parameter 'end' to function expecting a '@Sendable' closure
// expect: converting non-Sendable function value to '@Sendable (Int) throws -> Void' may introduce data races
// expect: concurrently-executed local function 'add' must be marked as '@Sendable'
// expect: capture of 'add' with non-Sendable type '(Int) -> ()' in a '@Sendable' closure
// expect: main actor-isolated property 'size' can not be mutated from a Sendable closure
// expect: call to main actor-isolated instance method 'show' in a synchronous nonisolated context
// options: -warnings-as-errors
import PledgePromiseKit

// The code that Documentation/Moving/Swift6.md describes as a warning: it compiles here, in both
// modes. A link in Tests/Clients/MustNotCompile/Swift6 points to this file, where warnings are
// errors. It is never run.

private final class Log {
  var lines: [String] = []

  func write(_ size: Int) { lines.append("\(size)") }
}

private func add(_ size: Promise<Int>) {
  var total = 0
  size.done { total += $0 }.cauterize()
}

private func addByFunction(_ size: Promise<Int>) {
  var total = 0
  func add(_ size: Int) { total += size }
  size.done { add($0) }.cauterize()
}

private func write(_ size: Promise<Int>, to log: Log, then end: @escaping (Int) -> Void) {
  size.done { log.write($0) }.cauterize()
  size.map { size in [size].map { log.write($0) } }.cauterize()
  size.map { $0 > 1 && log.lines.isEmpty }.cauterize()
  size.done(log.write).cauterize()
  size.done(end).cauterize()
}

@MainActor private final class SizeScreen {
  private var size = 0

  func follow(_ size: Promise<Int>) {
    size.done { self.size = $0 }.cauterize()
    size.done { self.show($0) }.cauterize()
  }

  private func show(_ size: Int) {}
}
