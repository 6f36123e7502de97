import Pledge

/// The behavior of operators in the model, by the texts of ``Operator``.
///
/// Programs that are compared with the model use only these.
enum ModelOperator {
  typealias Body = @Sendable (ModelOperands) -> ModelPromise?

  static func body(of operation: Int) -> Body { bodies[operation] ?? { _ in nil } }

  static func predicts(_ text: String) -> Bool { table[text] != nil }

  private static let bodies = Operator.allOperators.map { table[$0.text] }

  private static let table: [String: Body] =
    [roots, settling, stages, environmentStages, combinations, loops, environment]
    .reduce(into: [:]) { $0.merge($1) { first, _ in first } }
}

// MARK: - Promises

extension ModelOperator {
  private static let roots: [String: Body] = [
    "pending()": { b in
      let (promise, resolver) = ModelPromise.pending()
      return does { b.round.adopt(promise, with: resolver, by: b.step) }
    },
    "Promise(value: $v)": { b in .settled(.success(b.value)) },
    "Promise(error: $v)": { b in .settled(.failure(b.failure)) },
    "Promise(discard: $h)": { b in .stoppable(b.block()) },
    "LazyPromise $h": { b in .lazy(b.start()) },
  ]

  private static let settling: [String: Body] = [
    "$a.resolve($v)": { b in does { b.one.resolve(b.value) } },
    "$a.reject($v)": { b in does { b.one.reject(with: b.failure) } },
    "$a.discard()": { b in does { b.one.discard() } },
    "$r.resolve($v)": { b in settle(b, .success(b.value)) },
    "$r.reject($v)": { b in settle(b, .failure(b.failure)) },
    "$r.onDiscard $h": { b in does { b.resolver?.onDiscard(b.block()) } },
    "$a.chain(after: $b)": { b in does { b.one.chain(to: b.two) } },
    "$a = nil": { b in replace(b, by: ModelEntry(promise: nil, resolver: b.resolver)) },
    "$r = nil": { b in replace(b, by: ModelEntry(promise: b.entries[0]?.promise, resolver: nil)) },
    "$a.shared()": { b in does { b.one.share() } },
    "$a.ignoringErrors()": { b in does { b.one.ignoreErrors() } },
    "print($a.result)": { b in does { Ledger.note(.read(b.step.inputs[0], b.one.reading)) } },
  ]

  private static func does(_ body: () -> Void) -> ModelPromise? {
    body()
    return nil
  }

  private static func settle(_ b: ModelOperands, _ outcome: ModelPromise.Outcome) -> ModelPromise? {
    if let won = b.resolver?.settle(outcome) { Ledger.note(.settled(b.step.inputs[0], won)) }
    return nil
  }

  private static func replace(_ b: ModelOperands, by entry: ModelEntry) -> ModelPromise? {
    does { b.round.replace(b.step.inputs[0], by: entry) }
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
    "$a.catch $h": onError(marksHandled: true) { call, error in
      call.run(Reading(of: error))
      return .settle(.failure(error))
    },
    "$a.observe $h": { b in
      let call = b.call()
      return b.one.stage(marksHandled: true) { outcome in
        call.run(Reading(outcome))
        return .settle(outcome)
      }
    },
    "$a.ensure $h": { b in b.one.ensure(b.block()) },
    "$a.ensureThen $h": { b in b.one.ensureThen(b.start()) },
    "using($a.map { open() }) $h": { b in
      let opening = b.call()
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
      return acquisition.using(release, b.promise())
    },
  ]

  private static func onValue(
    _ body: @escaping @Sendable (ModelCall, Int) throws -> ModelPromise.Resolution
  ) -> Body {
    { b in
      let call = b.call()
      return b.one.onValue { try body(call, $0) }
    }
  }

  private static func onError(
    marksHandled: Bool = false,
    _ body: @escaping @Sendable (ModelCall, any Error) throws -> ModelPromise.Resolution
  ) -> Body {
    { b in
      let call = b.call()
      return b.one.onError(marksHandled: marksHandled) { try body(call, $0) }
    }
  }

  private static let environmentStages: [String: Body] = [
    "$a.map(on: $c) $h": { b in b.one.map(on: b.round.context, b.mapped()) },
    "$a.ensure(on: $c) $h": { b in b.one.ensure(on: b.round.context, b.block()) },
    "$a.ensureThen(on: $c) $h": { b in b.one.ensureThen(on: b.round.context, b.start()) },
    "$a.timeout(after: $t)": { b in b.one.timeout(b.step.amount, b.round.clock) },
    "$a.delay(by: $t)": { b in b.one.delay(b.step.amount, b.round.clock) },
  ]
}

// MARK: - Combinations, loops, and shared objects

extension ModelOperator {
  private static let combinations: [String: Body] = [
    "all([$p]).map $h": { b in mapped(.all(b.inputs), b) },
    "allSettled([$p]).map $h": { b in mapped(.allSettled(b.inputs), b) },
    "any([$p])": { b in .any(b.inputs) },
    "race([$p])": { b in .race(b.inputs) },
    "($a &&& $b).map $h": { b in mapped(.all([b.one, b.two]), b) },
    "$a ||| $b": { b in .any([b.one, b.two]) },
    "find([$p]) $h": { b in
      let call = b.call()
      return .find(b.inputs) { try call.optional(.value($0)) != nil }
    },
  ]

  /// Returns a combination whose value a closure of the program receives.
  private static func mapped(_ combination: ModelPromise, _ b: ModelOperands) -> ModelPromise {
    let body = b.mapped()
    return combination.onValue { .settle(.success(try body($0))) }
  }

  private static let loops: [String: Body] = [
    "[0, 1, …].fold($v) $h": { b in
      let body = b.promise()
      return .fold(b.step.amount, from: b.value) { try body(Digest.of([$0, $1])) }
    },
    "[0, 1, …].mapConcurrently(limit: 1 + $t % 2) $h": { b in
      let number = b.value
      let limit = 1 + b.step.amount % 2
      return ModelConcurrencyLimiter.run(b.step.amount, limit: limit, b.promise()).onValue {
        Ledger.note(.ran(number, .value($0)))
        return .settle(.success(number))
      }
    },
    "retry(max: $t, backoff: $t) $h": { b in
      .retry(b.step.amount, b.step.amount, b.round.clock, b.start())
    },
    "queue.add $h": { b in b.round.queue.add(b.start()) },
    "flights.value(for: $t) $h": { b in b.round.flights.value(for: b.step.amount, b.start()) },
  ]

  private static let environment: [String: Body] = [
    "clock.advance(by: $t)": { b in does { b.round.clock.advance(by: b.step.amount) } },
    "run jobs": { b in does { b.round.context.runAll() } },
    "drop jobs": { b in does { b.round.context.dropAll() } },
    "queue.pause()": { b in does { b.round.queue.isPaused = true } },
    "queue.resume()": { b in does { b.round.queue.resume() } },
    "queue.discardAll()": { b in does { b.round.queue.discardAll() } },
  ]
}
