import Pledge

/// The behavior of operators in the model, by the texts of ``Operator``.
///
/// Programs that are compared with the model use only these.
enum ModelOperator {
  typealias Body = @Sendable (ModelOperands) -> ModelPromise?

  static let bodies: [String: Body] =
    [roots, settling, stages, environmentStages, combinations, loops, environment]
    .reduce(into: [:]) { $0.merge($1) { first, _ in first } }
}

// MARK: - Promises

extension ModelOperator {
  private static let roots: [String: Body] = [
    "pending()": does { b in
      let (promise, resolver) = ModelPromise.pending()
      if b.step.hasWork {
        let work = ModelWork()
        promise.work = work
        b.round.works.append(work)
      }
      b.round.adopt(promise, with: resolver, by: b.step)
    },
    "Promise(value: $v)": { b in .settled(.success(b.value)) },
    "Promise(error: $v)": { b in .settled(.failure(b.failure)) },
    "Promise(discard: $h)": { b in .stoppable(b.call.run) },
    "LazyPromise $h": { b in .lazy(b.call.start) },
  ]

  private static let settling: [String: Body] = [
    // A lazy promise cannot be settled directly.
    "$a.resolve($v)": does { b in if !b.one.isLazy { b.one.settle(.success(b.value)) } },
    "$a.reject($v)": does { b in if !b.one.isLazy { b.one.settle(.failure(b.failure)) } },
    "$a.discard()": does { b in b.one.discard() },
    "$r.resolve($v)": settle { .success($0.value) },
    "$r.reject($v)": settle { .failure($0.failure) },
    "$r.onDiscard $h": does { b in b.resolved?.onDiscard(b.call.run) },
    "$a.chain(after: $b)": does { b in
      if !b.one.isLazy, b.one.outcome == nil { b.one.settle(as: b.two) }
    },
    "$a = nil": does { b in b.round.entries[b.step.inputs[0]]?.promise = nil },
    "$r = nil": does { b in b.round.entries[b.step.inputs[0]]?.resolver = nil },
    "$a.escalatePriority(to: $t)": does { b in b.one.lend(Int(b.step.priority.rawValue)) },
    "$a.shared()": does { b in b.one.isShared = true },
    "$a.ignoringErrors()": does { b in b.one.ignoreErrors() },
    "print($a.result)": does { b in
      if b.one.outcome != nil { b.one.isHandled = true }
      Ledger.note(.read(b.step.inputs[0], Reading(of: b.one.outcome as Any)))
    },
  ]

  private static func does(_ body: @escaping @Sendable (ModelOperands) -> Void) -> Body {
    { b in
      body(b)
      return nil
    }
  }

  private static func settle(
    _ outcome: @escaping @Sendable (ModelOperands) -> ModelPromise.Outcome
  ) -> Body {
    does { b in
      let won = b.resolved?.settle(outcome(b))
      if let won { Ledger.note(.settled(b.step.inputs[0], won: won)) }
    }
  }
}

// MARK: - Stages

extension ModelOperator {
  private static let stages: [String: Body] = [
    "$a.map $h": onValue { call, value in .settle(.success(try call.value(value))) },
    "$a.tap $h": onValue { call, value in
      _ = try call.value(value)
      return .settle(.success(value))
    },
    "$a.flatMap $h": onValue { call, value in .follow(try call.promise(value)) },
    "$a.compactMap $h": onValue { call, value in
      guard let result = try call.optional(value) else { throw NilValueError() }
      return .settle(.success(result))
    },
    "$a.validate $h": onValue { call, value in
      guard try call.optional(value) != nil else { throw call.failure }
      return .settle(.success(value))
    },
    "$a.mapError $h": onError { call, error in
      call.run(error)
      return .settle(.failure(call.failure))
    },
    "$a.recover $h": onError { call, error in .settle(.success(try call.value(error))) },
    "$a.flatMapError $h": onError { call, error in .follow(try call.promise(error)) },
    "$a.catch $h": onError(marksHandled: true) { call, error in
      call.run(error)
      return .settle(.failure(error))
    },
    "$a.observe $h": { b in
      let call = b.call
      return b.one.stage(marksHandled: true) { outcome in
        call.run(outcome)
        return .settle(outcome)
      }
    },
    "$a.ensure $h": { b in b.one.ensure(b.call.run) },
    "$a.ensureThen $h": { b in b.one.ensureThen(b.call.start) },
    "using($a.map { open() }) $h": { b in
      let opening = b.call
      var opened = 0
      let acquisition = b.one.onValue { value in
        opening.run(value)
        opened += 1
        return .settle(.success(opened))
      }
      let number = b.value
      return acquisition.using({ Ledger.note(.ran(-number, .value($0))) }, b.call.promise)
    },
  ]

  private static func onValue(
    _ body: @escaping @Sendable (ModelCall, Int) throws -> ModelPromise.Resolution
  ) -> Body {
    { b in
      let call = b.call
      return b.one.onValue { try body(call, $0) }
    }
  }

  private static func onError(
    marksHandled: Bool = false,
    _ body: @escaping @Sendable (ModelCall, any Error) throws -> ModelPromise.Resolution
  ) -> Body {
    { b in
      let call = b.call
      return b.one.onError(marksHandled: marksHandled) { try body(call, $0) }
    }
  }

  private static let environmentStages: [String: Body] = [
    "$a.map(on: $c) $h": { b in b.one.map(on: b.round.context, b.call.value) },
    "$a.ensure(on: $c) $h": { b in b.one.ensure(on: b.round.context, b.call.run) },
    "$a.ensureThen(on: $c) $h": { b in b.one.ensureThen(on: b.round.context, b.call.start) },
    "$a.timeout(after: $t)": { b in b.one.timeout(b.step.amount, b.round.clock) },
    "$a.delay(by: $t)": { b in b.one.delay(b.step.amount, b.round.clock) },
  ]
}

// MARK: - Combinations, loops, and shared objects

extension ModelOperator {
  private static let combinations: [String: Body] = [
    "all([$p]).map $h": { b in ModelPromise.all(b.inputs).map(b.call.value) },
    "allSettled([$p]).map $h": { b in ModelPromise.allSettled(b.inputs).map(b.call.value) },
    "any([$p])": { b in .any(b.inputs) },
    "race([$p])": { b in .race(b.inputs) },
    "($a &&& $b).map $h": { b in ModelPromise.all([b.one, b.two]).map(b.call.value) },
    "$a ||| $b": { b in .any([b.one, b.two]) },
  ]

  private static let loops: [String: Body] = [
    "[0, 1, …].fold($v) $h": { b in
      let call = b.call
      return .fold(b.step.amount, from: b.value) { try call.promise([$0, $1]) }
    },
    "retry(max: $t, backoff: $t) $h": { b in
      .retry(b.step.amount, b.step.amount, b.round.clock, b.call.start)
    },
    "queue.add $h": { b in b.round.queue.add(b.call.start) },
  ]

  private static let environment: [String: Body] = [
    "clock.advance(by: $t)": does { b in b.round.clock.advance(by: b.step.amount) },
    "run jobs": does { b in for job in b.round.context.takeJobs() { job.run() } },
    "drop jobs": does { b in for job in b.round.context.takeJobs() { job.drop() } },
    "queue.pause()": does { b in b.round.queue.isPaused = true },
    "queue.resume()": does { b in b.round.queue.isPaused = false },
    "queue.discardAll()": does { b in b.round.queue.discardAll() },
  ]
}
