import Pledge
import PledgeTesting

extension Operator {
  /// The stages, without the forms that only forward to others, such as `then` to `map`.
  static let stages: [Operator] = [
    .makes("$a.map $h") { b in b.one.map(b.call.value) },
    .makes("$a.tap $h") { b in
      let call = b.call
      return b.one.tap { _ = try call.value($0) }
    },
    .makes("$a.flatMap $h") { b in b.one.flatMap(b.call.promise) },
    .makes("$a.compactMap $h") { b in b.one.compactMap(b.call.optional) },
    .makes("$a.map $h.unwrap()") { b in b.one.map(b.call.optional).unwrap(orThrow: b.failure) },
    .makes("$a.validate $h") { b in b.one.validate(orThrow: b.failure, b.call.flag) },
    .makes("$a.cast()") { b in b.one.cast(to: Token.self) },
    .makes("40 stages $a.map { $0 }, all but the last discarded") { b in
      let stages = (0..<40).map { _ in b.one.map { $0 } }
      for stage in stages.dropLast() { stage.discard() }
      return stages[39]
    },
    .makes("$a.asVoid().map $h") { b in b.one.asVoid().map(b.call.value) },
    .makes("$a.map $h.flatten()") { b in b.one.map(b.call.promise).flatten() },
    .makes("$a.mapError $h") { b in b.one.mapError(b.call.error) },
    .makes("$a.recover $h") { b in b.one.recover(b.call.value) },
    .makes("$a.flatMapError $h") { b in b.one.flatMapError(b.call.promise) },
    .makes("$a.mapResult $h") { b in b.one.mapResult(b.call.value) },
    .makes("$a.flatMapResult $h") { b in b.one.flatMapResult(b.call.promise) },
    .makes("$a.nilOnError().unwrap()") { b in b.one.nilOnError().unwrap() },
    .makes("$a.catch $h") { b in b.one.catch(b.call.run) },
    .makes("$a.observe $h") { b in b.one.observe(b.call.run) },
    .makes("$a.observe(owner: $v) $h") { b in
      let call = b.call
      return b.one.observe(owner: b.token) { _, _ in call.run() }
    },
    .makes("$a.ensure $h") { b in b.one.ensure(b.call(1...1).run) },
    .makes("$a.ensureThen $h") { b in b.one.ensureThen(b.call(1...1).start) },
    .makes("$a.timeout(after: $t)") { b in b.one.timeout(after: b.ticks, clock: b.round.clock) },
    .makes("$a.delay(by: $t)") { b in b.one.delay(by: b.ticks, clock: b.round.clock) },
    .makes("$a.reporting(to: monitor)") { b in b.one.reporting(to: b.round.shared.monitor) },
    .does("$a.then($h, nil)") { b in b.one.then(b.call.run, nil) },
  ]

  /// The variants with a context.
  static let contexts: [Operator] = [
    .makes("$a.map(on: $c) $h") { b in b.one.map(on: b.context, b.call.value) },
    .makes("$a.tap(on: $c) $h") { b in b.one.tap(on: b.context, b.call.run) },
    .makes("$a.flatMap(on: $c) $h") { b in b.one.flatMap(on: b.context, b.call.promise) },
    .makes("$a.compactMap(on: $c) $h") { b in b.one.compactMap(on: b.context, b.call.optional) },
    .makes("$a.validate(on: $c) $h") { b in b.one.validate(on: b.context, b.call.flag) },
    .makes("$a.mapError(on: $c) $h") { b in b.one.mapError(on: b.context, b.call.error) },
    .makes("$a.recover(on: $c) $h") { b in b.one.recover(on: b.context, b.call.value) },
    .makes("$a.flatMapError(on: $c) $h") { b in b.one.flatMapError(on: b.context, b.call.promise) },
    .makes("$a.catch(on: $c) $h") { b in b.one.catch(on: b.context, b.call.run) },
    .makes("$a.observe(on: $c) $h") { b in b.one.observe(on: b.context, b.call.run) },
    .makes("$a.observe(on: $c, owner: $v) $h") { b in
      let call = b.call
      return b.one.observe(on: b.context, owner: b.token) { _, _ in call.run() }
    },
    .makes("$a.ensure(on: $c) $h") { b in b.one.ensure(on: b.context, b.call(1...1).run) },
    .makes("$a.ensureThen(on: $c) $h") { b in b.one.ensureThen(on: b.context, b.call(1...1).start)
    },
  ]
}
