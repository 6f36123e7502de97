extension Machine {
  func stage(_ kind: Operator, _ handler: Handler) -> Stage<P> {
    let call = call(handler)
    switch kind {
    case .map: return .map { try call(.value($0)).value() }
    case .tap: return .tap { _ = try call(.value($0)).value() }
    case .flatMap: return .flatMap { try call(.value($0)).promise() }
    case .compactMap: return .compactMap { try call(.value($0)).optional() }
    case .validate: return .validate { try call(.value($0)).optional() != nil }
    case .mapError:
      return .mapError {
        _ = call(Reading($0))
        return Failure(number: handler.number)
      }
    case .recover: return .recover { try call(Reading($0)).value() }
    case .flatMapError: return .flatMapError { try call(Reading($0)).promise() }
    case .catch: return .catch { _ = call(Reading($0)) }
    case .observe: return .observe { _ = call(Reading($0)) }
    case .ensure: return .ensure(closure(handler))
    case .ensureThen: return .ensureThen(start(handler))
    case .using: return .using(release: release(handler), transform(handler))
    }
  }

  func stage(_ kind: Jobs, _ handler: Handler) -> EnvironmentStage<P> {
    let call = call(handler)
    switch kind {
    case .map: return .map { try call(.value($0)).value() }
    case .ensure: return .ensure(closure(handler))
    case .ensureThen: return .ensureThen(start(handler))
    }
  }

  func stage(_ kind: Timing, _ ticks: Int) -> EnvironmentStage<P> {
    switch kind {
    case .timeout: .timeout(ticks: ticks)
    case .delay: .delay(ticks: ticks)
    }
  }

  /// Returns a closure without arguments or results.
  func closure(_ handler: Handler) -> @Sendable () -> Void {
    let call = call(handler)
    return { _ = call(.pending) }
  }

  /// Returns a closure that starts work.
  func start(_ handler: Handler) -> @Sendable () throws -> P {
    let call = call(handler)
    return { try call(.pending).promise() }
  }

  func transform(_ handler: Handler) -> @Sendable (Int) throws -> P {
    let call = call(handler)
    return { try call(.value($0)).promise() }
  }

  func step(_ handler: Handler) -> @Sendable (Int, Int) throws -> P {
    let call = call(handler)
    return { try call(.value(Digest.of([$0, $1]))).promise() }
  }

  func predicate(_ handler: Handler) -> @Sendable (Int) throws -> Bool {
    let call = call(handler)
    return { try call(.value($0)).optional() != nil }
  }

  /// Returns a closure that releases the resource of a handler.
  private func release(_ handler: Handler) -> @Sendable (Int) -> Void {
    { Ledger.note(.ran(-handler.number, .value($0))) }
  }

  /// Returns a function that records its argument and performs the handler's effect.
  private func call(_ handler: Handler) -> @Sendable (Reading) -> Response<P> {
    let canary = Canary(in: canaryCounter)
    return { [self] reading in
      withExtendedLifetime(canary) {
        Ledger.note(.ran(handler.number, reading))
        if let effect = handler.effect { perform(effect) }
        return Response(handler: handler, machine: self)
      }
    }
  }
}

/// The answer of a handler in the form that its operator requires.
struct Response<P: Promising> {
  let handler: Handler
  let machine: Machine<P>

  private var error: Failure { Failure(number: handler.number) }

  func value() throws -> Int {
    if handler.answer == .failure { throw error }
    return handler.number
  }

  func optional() throws -> Int? {
    if case .promise = handler.answer { throw error }
    return handler.answer == .failure ? nil : handler.number
  }

  func promise() throws -> P {
    switch handler.answer {
    case .value: return P.settled(.success(handler.number), line: 200)
    case .failure: throw error
    case .promise(let slot):
      guard let promise = machine.promises[slot] else { throw error }
      return promise
    }
  }
}

extension Reading {
  init(_ error: any Error) { self = .error(Reading.text(of: error)) }
}
