import Dispatch
import Pledge

extension Operator {
  /// Operators with tasks.
  static let tasks: [Operator] = [
    .makes("Promise { await $h }") { b in
      let call = b.call
      let round = b.round
      return Promise { () async throws -> Token in
        await round.suspend()
        return try call.value()
      }
    },
    .makes("Promise { try await $a.value }") { b in
      let call = b.call
      let future = b.one
      let promise = Promise { () async throws -> Token in
        _ = try await future.value
        return try call.value()
      }
      return promise.discarded(by: b.round.shared.waiters)
    },
    .does("Task { try await $a.value; $h }") { b in
      let call = b.call
      let future = b.one
      let task = Task {
        _ = try? await future.value
        call.run()
      }
      b.round.backlog.with { $0.tasks.append(task) }
    },
    .does("Task { for try await _ in $a.values $h }") { b in
      let call = b.call
      let values = b.one.values
      let task = Task { do { for try await _ in values { call.run() } } catch {} }
      b.round.backlog.with { $0.tasks.append(task) }
    },
    .does("cancel all tasks") { b in
      for task in b.round.backlog.with({ $0.tasks.map(\.self) }) { task.cancel() }
    },
    .makes("Promise(collecting: $h)") { b in
      Promise(collecting: ShortSequence(b)).map(b.make())
    },
    .makes("Promise(first: $h)") { b in Promise(first: ShortSequence(b)) },
    .makes("Promise(last: $h)") { b in Promise(last: ShortSequence(b)) },
    .makes("Promise(reducing: $h)") { b in
      Promise(reducing: ShortSequence(b), from: b.token) { $1 }
    },
    .makes("sequence.mapConcurrently(limit: 1) { $a }") { b in
      let future = b.later(b.one)
      return ShortSequence(b).mapConcurrently(limit: 1) { _ in future() }.map(b.make())
    },
  ]

  /// Operators that run on threads of the system.
  ///
  /// Left out of programs that must be repeatable.
  static let threads: [Operator] = [
    .makes("Promise { resolve, reject in $h }") { b in
      let call = b.call
      return Promise { resolve, reject in
        do { resolve(try call.value()) } catch { reject(error) }
      }
    },
    .makes("$a.map(on: .global()) $h") { b in b.one.map(on: .global(), b.call.value) },
    .makes("$a.ensure(on: .global()) $h") { b in b.one.ensure(on: .global(), b.call(1...1).run) },
    .makes("$a.flatMap(on: serialQueue) $h") { b in
      b.one.flatMap(on: Threads.serialQueue, b.call.promise)
    },
    .makes("$a.observe(on: serialQueue) $h") { b in
      b.one.observe(on: Threads.serialQueue, b.call.run)
    },
  ]
}

extension Round {
  /// Suspends the current task until a job runs or is dropped.
  fileprivate func suspend() async {
    // Not `Task.yield()`, which the runtime resumes on its own threads.
    try? await Promise<Void>.fromValue { callback in self.postpone { callback(()) } }.value
  }
}

/// A short asynchronous sequence with elements from a closure of the program.
private struct ShortSequence: AsyncSequence, AsyncIteratorProtocol, Sendable {
  private let call: Call
  private let round: Round
  private var left: Int

  init(_ operands: Operands) {
    call = operands.call(0...3)
    round = operands.round
    left = operands.step.amount
  }

  func makeAsyncIterator() -> ShortSequence { self }

  mutating func next() async throws -> Token? {
    guard left > 0 else { return nil }
    left -= 1
    await round.suspend()
    return try call.value()
  }
}
