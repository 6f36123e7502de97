import Pledge

/// The behavior of operators in the model, by the texts of ``Operator``.
///
/// Programs that are compared with the model use only these.
enum ModelOperator {
  typealias Body = @Sendable (ModelRound, ModelOperands) -> ModelPromise?

  static func body(of operation: Int) -> Body { bodies[operation] ?? { _, _ in nil } }

  static func predicts(_ text: String) -> Bool { table[text] != nil }

  private static let bodies = Operator.allOperators.map { table[$0.text] }

  private static let table: [String: Body] =
    [roots, settling, stages, environmentStages, combinations, loops, environment]
    .reduce(into: [:]) { $0.merge($1) { first, _ in first } }
}

// MARK: - Promises

extension ModelOperator {
  private static let roots: [String: Body] = [
    "pending()": { round, b in
      let (promise, resolver) = ModelPromise.pending()
      round.adopt(promise, with: resolver, by: b.step)
      return nil
    },
    "Promise(value: $v)": { _, b in .settled(.success(b.value)) },
    "Promise(error: $v)": { _, b in .settled(.failure(b.failure)) },
    "Promise(discard: $h)": { round, b in
      let call = ModelCall(b.step, in: round)
      return .stoppable { call.run() }
    },
    "LazyPromise $h": { round, b in
      let call = ModelCall(b.step, in: round)
      return .lazy { try call.promise() }
    },
  ]

  private static let settling: [String: Body] = [
    "$a.resolve($v)": { _, b in does { b.one.resolve(b.value) } },
    "$a.reject($v)": { _, b in does { b.one.reject(with: b.failure) } },
    "$a.discard()": { _, b in does { b.one.discard() } },
    "$r.resolve($v)": { _, b in settle(b, .success(b.value)) },
    "$r.reject($v)": { _, b in settle(b, .failure(b.failure)) },
    "$r.onDiscard $h": { round, b in
      let call = ModelCall(b.step, in: round)
      return does { b.resolver?.onDiscard { call.run() } }
    },
    "$a.chain(after: $b)": { _, b in does { b.one.chain(to: b.two) } },
    "$a = nil": { round, b in
      let slot = b.step.inputs[0]
      return does { round.replace(slot, by: ModelEntry(promise: nil, resolver: b.resolver)) }
    },
    "$r = nil": { round, b in
      let slot = b.step.inputs[0]
      let promise = b.entries[0]?.promise
      return does { round.replace(slot, by: ModelEntry(promise: promise, resolver: nil)) }
    },
    "$a.shared()": { _, b in does { b.one.share() } },
    "$a.ignoringErrors()": { _, b in does { b.one.ignoreErrors() } },
    "print($a.result)": { _, b in does { Ledger.note(.read(b.step.inputs[0], b.one.reading)) } },
  ]

  private static func does(_ body: () -> Void) -> ModelPromise? {
    body()
    return nil
  }

  private static func settle(_ b: ModelOperands, _ outcome: ModelPromise.Outcome) -> ModelPromise? {
    if let won = b.resolver?.settle(outcome) { Ledger.note(.settled(b.step.inputs[0], won)) }
    return nil
  }
}

// MARK: - Stages

extension ModelOperator {
  private static let stages: [String: Body] = [
    "$a.map $h": onValue { call, value in .settle(.success(try call.value(.value(value)))) },
    "$a.tap $h": onValue { call, value in
      _ = try call.value(.value(value))
      return .settle(.success(value))
    },
    "$a.flatMap $h": onValue { call, value in .follow(try call.promise(.value(value))) },
    "$a.compactMap $h": onValue { call, value in
      guard let result = try call.optional(.value(value)) else { throw NilValueError() }
      return .settle(.success(result))
    },
    "$a.validate $h": onValue { call, value in
      guard try call.optional(.value(value)) != nil else { throw call.failure }
      return .settle(.success(value))
    },
    "$a.mapError $h": onError { call, error in
      call.run(Reading(of: error))
      return .settle(.failure(call.failure))
    },
    "$a.recover $h": onError { call, error in .settle(.success(try call.value(Reading(of: error))))
    },
    "$a.flatMapError $h": onError { call, error in .follow(try call.promise(Reading(of: error))) },
    "$a.catch $h": { round, b in
      let call = ModelCall(b.step, in: round)
      return b.one.onError(marksHandled: true) { error in
        call.run(Reading(of: error))
        return .settle(.failure(error))
      }
    },
    "$a.observe $h": { round, b in
      let call = ModelCall(b.step, in: round)
      return b.one.stage(marksHandled: true) { outcome in
        call.run(Reading(outcome))
        return .settle(outcome)
      }
    },
    "$a.ensure $h": { round, b in
      let call = ModelCall(b.step, in: round)
      return b.one.ensure { call.run() }
    },
    "$a.ensureThen $h": { round, b in
      let call = ModelCall(b.step, in: round)
      return b.one.ensureThen { try call.promise() }
    },
    "using($a.map { open() }) $h": { round, b in
      let (opening, call) = (ModelCall(b.step, in: round), ModelCall(b.step, in: round))
      var opened = 0
      let acquisition = b.one.onValue { value in
        opening.run(.value(value))
        opened += 1
        return .settle(.success(opened))
      }
      let number = b.value
      let release = { @Sendable (resource: Int) in
        Ledger.note(.ran(-number, .value(resource)))
      }
      return acquisition.using(release) { try call.promise(.value($0)) }
    },
  ]

  private static func onValue(
    _ body: @escaping @Sendable (ModelCall, Int) throws -> ModelPromise.Resolution
  ) -> Body {
    { round, b in
      let call = ModelCall(b.step, in: round)
      return b.one.onValue { try body(call, $0) }
    }
  }

  private static func onError(
    _ body: @escaping @Sendable (ModelCall, any Error) throws -> ModelPromise.Resolution
  ) -> Body {
    { round, b in
      let call = ModelCall(b.step, in: round)
      return b.one.onError { try body(call, $0) }
    }
  }

  private static let environmentStages: [String: Body] = [
    "$a.map(on: $c) $h": { round, b in
      let call = ModelCall(b.step, in: round)
      return b.one.map(on: round.context) { try call.value(.value($0)) }
    },
    "$a.ensure(on: $c) $h": { round, b in
      let call = ModelCall(b.step, in: round)
      return b.one.ensure(on: round.context) { call.run() }
    },
    "$a.ensureThen(on: $c) $h": { round, b in
      let call = ModelCall(b.step, in: round)
      return b.one.ensureThen(on: round.context) { try call.promise() }
    },
    "$a.timeout(after: $t)": { round, b in b.one.timeout(b.step.amount, round.clock) },
    "$a.delay(by: $t)": { round, b in b.one.delay(b.step.amount, round.clock) },
  ]
}

// MARK: - Combinations, loops, and shared objects

extension ModelOperator {
  private static let combinations: [String: Body] = [
    "all([$p]).map $h": { round, b in mapped(.all(b.inputs), round, b) },
    "allSettled([$p]).map $h": { round, b in mapped(.allSettled(b.inputs), round, b) },
    "any([$p])": { _, b in .any(b.inputs) },
    "race([$p])": { _, b in .race(b.inputs) },
    "($a &&& $b).map $h": { round, b in mapped(.all([b.one, b.two]), round, b) },
    "$a ||| $b": { _, b in .any([b.one, b.two]) },
    "find([$p]) $h": { round, b in
      let call = ModelCall(b.step, in: round)
      return .find(b.inputs) { try call.optional(.value($0)) != nil }
    },
  ]

  /// Returns a combination whose value a closure of the program receives.
  private static func mapped(
    _ combination: ModelPromise,
    _ round: ModelRound,
    _ b: ModelOperands
  ) -> ModelPromise {
    let call = ModelCall(b.step, in: round)
    return combination.onValue { .settle(.success(try call.value(.value($0)))) }
  }

  private static let loops: [String: Body] = [
    "[0, 1, …].fold($v) $h": { round, b in
      let call = ModelCall(b.step, in: round)
      return .fold(b.step.amount, from: b.value) {
        try call.promise(.value(Digest.of([$0, $1])))
      }
    },
    "[0, 1, …].mapConcurrently(limit: 1 + $t % 2) $h": { round, b in
      let call = ModelCall(b.step, in: round)
      let number = b.value
      return ModelConcurrencyLimiter.run(b.step.amount, limit: 1 + b.step.amount % 2) {
        try call.promise(.value($0))
      }
      .onValue {
        Ledger.note(.ran(number, .value($0)))
        return .settle(.success(number))
      }
    },
    "retry(max: $t, backoff: $t) $h": { round, b in
      let call = ModelCall(b.step, in: round)
      return .retry(b.step.amount, b.step.amount, round.clock) { try call.promise() }
    },
    "queue.add $h": { round, b in
      let call = ModelCall(b.step, in: round)
      return round.queue.add { try call.promise() }
    },
    "flights.value(for: $t) $h": { round, b in
      let call = ModelCall(b.step, in: round)
      return round.flights.value(for: b.step.amount) { try call.promise() }
    },
  ]

  private static let environment: [String: Body] = [
    "clock.advance(by: $t)": { round, b in does { round.clock.advance(by: b.step.amount) } },
    "run jobs": { round, _ in does { round.context.runAll() } },
    "drop jobs": { round, _ in does { round.context.dropAll() } },
    "queue.pause()": { round, _ in does { round.queue.isPaused = true } },
    "queue.resume()": { round, _ in does { round.queue.resume() } },
    "queue.discardAll()": { round, _ in does { round.queue.discardAll() } },
  ]
}
