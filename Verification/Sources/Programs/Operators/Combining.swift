import Pledge

extension Operator {
  static let combining: [Operator] = [
    .makes("all([$p]).map $h") { b in all(b.inputs).map(b.call.value) },
    .makes("all($a, $b).map $h") { b in all(b.one, b.two).map(b.call.value) },
    .makes("all([$p], progress: monitor).map $h") { b in
      all(b.inputs, progress: b.round.shared.monitor).map(b.call.value)
    },
    .makes("allSettled([$p]).map $h") { b in allSettled(b.inputs).map(b.call.value) },
    .makes("allSettled($a, $b).map $h") { b in allSettled(b.one, b.two).map(b.call.value) },
    .makes("any([$p])") { b in any(b.inputs) },
    .makes("race([$p])") { b in race(b.inputs) },
    .makes("find([$p]) $h") { b in find(b.inputs, where: b.call(0...3).flag) },
    .makes("reduce([$p], $v) $h") { b in
      let call = b.call(0...3)
      return reduce(b.inputs, b.token) { try call.value([$0, $1]) }
    },
    .makes("($a &&& $b).map $h") { b in (b.one &&& b.two).map(b.call.value) },
    .makes("$a ||| $b") { b in b.one ||| b.two },
    .makes("using($a.map { open() }) $h") { b in
      let resourceUse = ResourceUse(b)
      let opening = b.call
      let acquisition = b.one.map { value in
        opening.run(value)
        return resourceUse.opened.up()
      }
      let number = b.step.handler.number
      let release = { @Sendable (resource: Int) in
        Ledger.note(.ran(-number, .value(resource)))
        resourceUse.closed.up()
      }
      return using(acquisition, release: release, b.call.promise)
    },
    .makes("[0, 1, …].fold($v) $h") { b in
      let call = b.call(0...3)
      return (0..<b.step.amount).fold(b.token) { try call.promise(($0, $1)) }
    },
    .makes("[0, 1, …].mapConcurrently(limit: 1 + $t % 2) $h") { b in
      (0..<b.step.amount)
        .mapConcurrently(limit: 1 + b.step.amount % 2, b.call(0...3).promise)
        .map(b.make())
    },
    .makes("[0, 1, …].mapConcurrently(limit: 2, progress: monitor) $h") { b in
      (0..<b.step.amount)
        .mapConcurrently(limit: 2, progress: b.round.shared.monitor, b.call(0...3).promise)
        .map(b.make())
    },
    .makes("retry(max: $t, backoff: $t) $h") { b in
      retry(
        max: b.step.amount,
        backoff: .constant(b.ticks),
        clock: b.round.clock,
        b.call(0...3).start
      )
    },
    .makes("retry(max: 3, while: …) $h") { b in
      let attempts = b.step.amount
      let start = b.call(0...3).start
      return retry(max: 3, clock: b.round.clock, while: { _ in attempts > 1 }, start)
    },
    .makes("retry(max: 2, deciding: { $a }) $h") { b in
      let decision = b.one.map { _ in true }
      return retry(max: 2, clock: b.round.clock, deciding: { _ in decision }, b.call(0...2).start)
    },
    .makes("poll(every: $t, until: …) $h") { b in
      let start = b.call(0...3).start
      let isDone = b.call(0...3)
      let isLast = { @Sendable (token: Token) in
        isDone.run()
        return isDone.calls.count > 2
      }
      return poll(every: b.ticks, clock: b.round.clock, until: isLast, start)
    },
  ]
}

/// A resource with equal numbers of openings and closings.
private final class ResourceUse: Sendable {
  let opened = Tally()
  let closed = Tally()
  private let step: Step
  private let round: Round
  private let id: LiveObjects.ID

  init(_ operands: Operands) {
    step = operands.step
    round = operands.round
    id = operands.round.liveObjects.add { [step] in "the resource of \(step.title)" }
  }

  deinit {
    if opened.count != closed.count {
      round.fail("opened \(opened.count) times, closed \(closed.count) times: \(step.title)")
    }
    round.liveObjects.remove(id)
  }
}
