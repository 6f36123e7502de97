import Pledge
import PledgeTesting

extension Operator {
  /// Operators of queues and shared loads.
  static let work: [Operator] = [
    .makes("queue.add $h") { b in b.round.shared.queue.add(b.operation()) },
    .makes("queue.add(timeout: $t) $h") { b in
      b.round.shared.queue.add(timeout: b.ticks, b.operation())
    },
    .makes("queue.addCallback $h") { b in
      let call = b.call
      return b.round.shared.queue.addCallback { resolver in
        let value = try call.value()
        b.round.postpone { resolver.resolve(value) }
      }
    },
    .makes("queue.add task $h") { b in
      let call = b.call
      return b.round.shared.queue.add { try call.value() }
    },
    .makes("queue.drained().map $h") { b in b.round.shared.queue.drained().map(b.call.value) },
    .does("queue.pause()") { b in b.round.shared.queue.pause() },
    .does("queue.resume()") { b in b.round.shared.queue.resume() },
    .does("queue.discardAll()") { b in b.round.shared.queue.discardAll() },
    .does("queue.discardWaiting()") { b in b.round.shared.queue.discardWaiting() },
    .makes("flights.value(for: $t) $h") { b in
      b.round.shared.flights.value(for: b.step.amount, b.call.start)
    },
    .does("flights.insert($v, for: $t)") { b in
      b.round.shared.flights.insert(b.token, for: b.step.amount)
    },
    .does("flights.remove($t)") { b in b.round.shared.flights.remove(b.step.amount) },
    .does("loader = BatchLoader(window: $t) $h") { b in
      let call = b.call(0...(.max))
      let loads = Tally()
      let loader = BatchLoader<Int, Token>(window: b.ticks, clock: b.round.clock) { keys in
        // Effects may request the next load endlessly.
        guard loads.up() < 10 else { throw DiscardedError() }
        return try call.promise().map { value in
          Dictionary(uniqueKeysWithValues: keys.filter { $0 < 3 }.map { ($0, value) })
        }
      }
      b.round.sharedObjects.replace(\.loader, by: loader)
    },
    .makes("loader.value(for: $t)") { b in b.loaded() },
    .makes("flights.value(for: $t) { loader.value(for: $t) }") { b in
      b.round.shared.flights.value(for: b.step.amount) { b.loaded() }
    },
    .does("loader.flush()") { b in b.round.shared.loader?.flush() },
    .does("flights.removeAll()") { b in b.round.shared.flights.removeAll() },
    .does("print(flights.cachedValue(for: $t))") { b in
      _ = b.round.shared.flights.cachedValue(for: b.step.amount)
    },
  ]

  /// Operations other than on promises.
  static let environment: [Operator] = [
    .does("clock.advance(by: $t)") { b in b.round.manualClock.advance(by: b.ticks) },
    .does("run jobs") { b in
      // Releases each job when it has run, as a queue does.
      var jobs: [@Sendable () -> Void] = b.round.takeJobs().reversed()
      while let job = jobs.popLast() { job() }
    },
    .does("run jobs, the latest first") { b in for job in b.round.takeJobs().reversed() { job() } },
    .does("drop jobs") { b in _ = b.round.takeJobs() },
    .does("drop contexts") { b in b.round.backlog.replace(\.contexts, by: []) },
    .does("drop the queue, the flights, the bag, the source, the monitor") { b in
      b.round.replaceShared(limit: 1 + b.step.amount)
    },
    .does("run $h elsewhere") { b in b.round.runElsewhere(b.call.run) },
    .does("bag.discardAll()") { b in b.round.shared.bag.discardAll() },
    .does("source.discard()") { b in b.round.shared.source.discard() },
    .does("source.discard(after: $t)") { b in
      b.round.shared.source.discard(after: b.ticks, clock: b.round.clock)
    },
    .makes("source.token.onDiscard $h") { b in
      b.round.shared.source.token.onDiscard(b.call.run).map(b.make())
    },
    .does("DiscardSource(linkedTo: source.token).token.onDiscard $h") { b in
      let linked = DiscardSource(linkedTo: [b.round.shared.source.token])
      linked.token.onDiscard(b.call.run)
    },
    .makes("monitor.observe $h") { b in
      b.round.shared.monitor.observe(b.call(0...(.max)).run).map(b.make())
    },
    .does("monitor.part().report($t)") { b in
      b.round.shared.monitor.part().report(Double(b.step.amount) / 2)
    },
    .does("monitor.finish()") { b in b.round.shared.monitor.finish() },
  ]
}

extension Operands {
  /// A request of the loader, if there is one.
  fileprivate func loaded() -> Future<Token> {
    round.shared.loader?.value(for: step.amount) ?? Promise(error: DiscardedError())
  }
}
