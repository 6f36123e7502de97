import Pledge
import PledgeTesting

extension Operator {
  static let stages: [Operator] = [
    .makes("$a.map $h") { b in b.one.map(b.value()) },
    .makes("$a.tap $h") { b in
      let call = b.call()
      return b.one.tap { _ = try call.value($0) }
    },
    .makes("$a.flatMap $h") { b in b.one.flatMap(b.promise()) },
    .makes("$a.compactMap $h") { b in b.one.compactMap(b.optional()) },
    .makes("$a.map $h.unwrap()") { b in b.one.map(b.optional()).unwrap(orThrow: b.failure) },
    .makes("$a.validate $h") { b in b.one.validate(orThrow: b.failure, b.flag()) },
    .makes("$a.cast()") { b in b.one.cast(to: Token.self) },
    .makes("40 stages $a.map { $0 }, all but the last discarded") { b in
      let stages = (0..<40).map { _ in b.one.map { $0 } }
      for stage in stages.dropLast() { stage.discard() }
      return stages[39]
    },
    .makes("$a.asVoid().map $h") { b in b.one.asVoid().map(b.value()) },
    .makes("$a.map $h.flatten()") { b in b.one.map(b.promise()).flatten() },
    .makes("$a.mapError $h") { b in b.one.mapError(b.error()) },
    .makes("$a.recover $h") { b in b.one.recover(b.value()) },
    .makes("$a.recover(from: Failure) $h") { b in b.one.recover(from: Failure.self, b.value()) },
    .makes("$a.recover(if: $h)") { b in b.one.recover(if: b.flag(), b.make()) },
    .makes("$a.flatMapError $h") { b in b.one.flatMapError(b.promise()) },
    .makes("$a.flatMapError(from: Failure) $h") { b in
      b.one.flatMapError(from: Failure.self, b.promise())
    },
    .makes("$a.flatMapError(if: $h) { $b }") { b in
      let other = b.later(b.two)
      return b.one.flatMapError(if: b.flag()) { _ in other() }
    },
    .makes("$a.mapResult $h") { b in b.one.mapResult(b.value()) },
    .makes("$a.flatMapResult $h") { b in b.one.flatMapResult(b.promise()) },
    .makes("$a.nilOnError().unwrap()") { b in b.one.nilOnError().unwrap() },
    .makes("$a.replaceError(with: $v)") { b in b.one.replaceError(with: b.token) },
    .makes("$a.catch $h") { b in b.one.catch(b.effect()) },
    .makes("$a.observe $h") { b in b.one.observe(b.effect()) },
    .makes("$a.observe(owner: $v) $h") { b in
      let call = b.call()
      return b.one.observe(owner: b.token) { _, _ in call.run() }
    },
    .makes("$a.ensure $h") { b in b.one.ensure(b.block(.once)) },
    .makes("$a.ensureThen $h") { b in b.one.ensureThen(b.start(.once)) },
    .makes("$a.timeout(after: $t)") { b in b.one.timeout(after: b.ticks, clock: b.round.clock) },
    .makes("$a.deadline($t)") { b in
      func limited<C: Clock<Duration>>(by clock: C) -> Promise<Token> {
        b.one.deadline(clock.now.advanced(by: b.ticks), clock: clock)
      }
      return limited(by: b.round.clock)
    },
    .makes("$a.delay(by: $t)") { b in b.one.delay(by: b.ticks, clock: b.round.clock) },
    .makes("$a.reporting(to: monitor)") { b in b.one.reporting(to: b.round.shared.monitor) },
    .makes("$a.then $h") { b in b.one.then(b.value() as @Sendable (Token) throws -> Token) },
    .makes("$a.then(async: $h)") { b in b.one.then(async: b.promise()) },
    .makes("$a.rescue $h") { b in
      b.one.rescue(b.value() as @Sendable (Failure) throws -> Token)
    },
    .makes("$a.rescue(async: $h)") { b in
      b.one.rescue(async: b.promise() as @Sendable (Failure) throws -> Future<Token>)
    },
    .makes("$a.anyway $h") { b in b.one.anyway(b.value()) },
    .makes("$a.anyway(async: $h)") { b in b.one.anyway(async: b.promise()) },
    .does("$a.then($h, nil)") { b in
      let call = b.call()
      b.one.then({ _ in call.run() }, nil)
    },
  ]

  /// The variants with a context.
  static let contexts: [Operator] = [
    .makes("$a.map(on: $c) $h") { b in b.one.map(on: b.context, b.value()) },
    .makes("$a.tap(on: $c) $h") { b in b.one.tap(on: b.context, b.effect()) },
    .makes("$a.flatMap(on: $c) $h") { b in b.one.flatMap(on: b.context, b.promise()) },
    .makes("$a.compactMap(on: $c) $h") { b in b.one.compactMap(on: b.context, b.optional()) },
    .makes("$a.validate(on: $c) $h") { b in b.one.validate(on: b.context, b.flag()) },
    .makes("$a.mapError(on: $c) $h") { b in b.one.mapError(on: b.context, b.error()) },
    .makes("$a.recover(on: $c) $h") { b in b.one.recover(on: b.context, b.value()) },
    .makes("$a.recover(on: $c, from: Failure) $h") { b in
      b.one.recover(on: b.context, from: Failure.self, b.value())
    },
    .makes("$a.recover(on: $c, if: $h)") { b in
      b.one.recover(on: b.context, if: b.flag(), b.make())
    },
    .makes("$a.flatMapError(on: $c) $h") { b in b.one.flatMapError(on: b.context, b.promise()) },
    .makes("$a.catch(on: $c) $h") { b in b.one.catch(on: b.context, b.effect()) },
    .makes("$a.observe(on: $c) $h") { b in b.one.observe(on: b.context, b.effect()) },
    .makes("$a.observe(on: $c, owner: $v) $h") { b in
      let call = b.call()
      return b.one.observe(on: b.context, owner: b.token) { _, _ in call.run() }
    },
    .makes("$a.ensure(on: $c) $h") { b in b.one.ensure(on: b.context, b.block(.once)) },
    .makes("$a.ensureThen(on: $c) $h") { b in b.one.ensureThen(on: b.context, b.start(.once)) },
  ]
}
