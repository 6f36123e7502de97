import Pledge

extension Operator {
  static let settling: [Operator] = [
    .does("$a.resolve($v)") { b in b.own?.resolve(b.token) },
    .does("$a.reject($v)") { b in b.own?.reject(b.failure) },
    .does("$a.discard()") { b in b.own?.discard() },
    .does("$r.resolve($v)") { b in b.note(b.resolver?.resolve(b.token)) },
    .does("$r.reject($v)") { b in b.note(b.resolver?.reject(b.failure)) },
    .does("$r.onDiscard $h") { b in b.resolver?.onDiscard(b.stop(b.first?.record)) },
    .does("$a.chain(after: $b)") { b in b.own?.chain(after: b.two) },
    .does("$a = nil") { b in _ = b.round.slots.with { $0[b.step.inputs[0]]?.future.take() } },
    .does("$r = nil") { b in _ = b.round.slots.with { $0[b.step.inputs[0]]?.resolver.take() } },
    .does("$a.discarded(by: bag)") { b in b.own?.discarded(by: b.round.shared.bag) },
    .does("$a.discarded(by: token)") { b in b.own?.discarded(by: b.round.shared.source.token) },
    .does("$a.escalatePriority(to: $t)") { b in b.one.escalatePriority(to: b.step.priority) },
    .does("$a.shared()") { b in b.one.shared() },
    .does("$a.ignoringErrors()") { b in b.one.ignoringErrors() },
    .does("print($a.result)") { b in
      let result = b.one.result
      b.first?.record.note(result)
      Ledger.note(.read(b.step.inputs[0], Reading(of: result as Any)))
    },
    .does("print($a.explain())") { b in _ = b.one.explain() },
    .does("debugPrint($a)") { b in _ = b.one.debugDescription + b.one.description },
    .does("track($a)") { b in b.first?.record.track(b.one) },
    .does("nest 46 + $t levels: $h") { b in b.round.nest(46 + b.step.amount, b.call(1...1).run) },
  ]
}

extension Step {
  /// A priority.
  var priority: TaskPriority { [.background, .low, .medium, .high][amount % 4] }

  /// Whether the promise that is created has work that is told the priority.
  var hasWork: Bool { output?.isMultiple(of: 2) == false }
}

extension Operands {
  /// Records whether the resolver settled its promise, which happens once.
  fileprivate func note(_ won: Bool?) {
    guard let won else { return }
    Ledger.note(.settled(step.inputs[0], won: won))
    if won { first?.record.win() }
  }
}

extension Round {
  /// Calls `body` within the given number of handlers, or as soon as the library calls it.
  func nest(_ levels: Int, _ body: @escaping @Sendable () -> Void) {
    guard levels > 0 else { return body() }
    let promise = Promise<Void>()
    promise.observe { _ in self.nest(levels - 1, body) }
    promise.resolve()
  }
}
