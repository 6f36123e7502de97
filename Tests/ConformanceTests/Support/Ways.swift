import Pledge
import PledgeTestSupport
import Testing

/// When a promise settles, relative to the registration of a handler.
enum Way: CaseIterable {
  /// Before the registration.
  case already
  /// Right after the registration, on the same thread.
  case immediately
  /// After the registration, on another thread.
  case eventually
}

/// All ways, as the arguments of a test.
let everyWay = Way.allCases

extension Way {
  /// Passes `body` a promise that is fulfilled in this way by the time the method returns.
  @discardableResult
  func resolve<Value: Sendable, Made>(
    _ value: Value,
    _ body: (Promise<Value>) throws -> Made
  ) rethrows -> Made {
    try settle({ $0.resolve(value) }, body)
  }

  /// Passes `body` a promise that is rejected in this way by the time the method returns.
  @discardableResult
  func reject<Value: Sendable, Made>(
    _: Value.Type,
    with reason: (any Sendable)?,
    _ body: (Promise<Value>) throws -> Made
  ) rethrows -> Made {
    try settle({ $0.reject(reason) }, body)
  }

  /// Passes `body` a promise on which `settling` is called in this way.
  @discardableResult
  func settle<Value: Sendable, Made>(
    _ settling: @escaping @Sendable (Promise<Value>) -> Void,
    _ body: (Promise<Value>) throws -> Made
  ) rethrows -> Made {
    let promise = Promise<Value>()
    if self == .already { settling(promise) }
    let made = try body(promise)
    switch self {
    case .already: break
    case .immediately: settling(promise)
    case .eventually: onThread { settling(promise) }
    }
    return made
  }

  /// Expects that `change` has no effect on a promise that is settled in this way.
  func expectNoEffect(
    at location: SourceLocation = #_sourceLocation,
    _ change: (Promise<Int>) -> Void
  ) {
    let fulfilled = resolve(1) { $0 }
    let rejected = reject(Int.self, with: Broken(number: 1)) { $0 }
    change(fulfilled)
    change(rejected)
    #expect(fulfilled.got == 1, sourceLocation: location)
    #expect(rejected.broken == Broken(number: 1), sourceLocation: location)
  }
}

/// Expects that a stage is fulfilled with `expected` if its source is fulfilled with `value`, in
/// every way.
func expectStage<Value: Sendable, Made: Equatable>(
  of value: Value,
  gives expected: Made,
  at location: SourceLocation = #_sourceLocation,
  _ derive: (Promise<Value>) -> Promise<Made>
) {
  expect({ $0.got == expected }, at: location, after: { $0.resolve(value) }, derive)
}

/// Expects that a stage is rejected with `error` if its source is fulfilled with `value`, in every
/// way.
func expectStage<Value: Sendable, Made, Failure: Error & Equatable>(
  of value: Value,
  throws error: Failure,
  at location: SourceLocation = #_sourceLocation,
  _ derive: (Promise<Value>) -> Promise<Made>
) {
  expect({ $0.failure as? Failure == error }, at: location, after: { $0.resolve(value) }, derive)
}

/// Expects that a stage is fulfilled with `expected` if its source is rejected, in every way.
func expectStage<Made: Equatable>(
  ofRejected reason: (any Sendable)?,
  gives expected: Made,
  at location: SourceLocation = #_sourceLocation,
  _ derive: (Promise<Int>) -> Promise<Made>
) {
  expect({ $0.got == expected }, at: location, after: { $0.reject(reason) }, derive)
}

/// Expects that a stage is rejected with `error` if its source is rejected, in every way.
func expectStage<Made, Failure: Error & Equatable>(
  ofRejected reason: (any Sendable)?,
  throws error: Failure,
  at location: SourceLocation = #_sourceLocation,
  _ derive: (Promise<Int>) -> Promise<Made>
) {
  expect({ $0.failure as? Failure == error }, at: location, after: { $0.reject(reason) }, derive)
}

private func expect<Value: Sendable, Made>(
  _ isRight: (Promise<Made>) -> Bool,
  at location: SourceLocation,
  after settle: @escaping @Sendable (Promise<Value>) -> Void,
  _ derive: (Promise<Value>) -> Promise<Made>
) {
  for way in everyWay {
    let stage = way.settle(settle, derive)
    #expect(isRight(stage), "\(way): \(stage)", sourceLocation: location)
  }
}

/// Expects that a stage has the outcome of the promise that its handler returns, however and
/// whenever both its source and that one settle.
///
/// - Parameters:
///   - reason: The reason with which the source of the stage is rejected, or `nil` if it is
///     fulfilled.
///   - location: The place at which failures are shown.
///   - derive: Returns the stage of a source whose handler returns the other promise.
func expectAdoption(
  afterRejection reason: String? = nil,
  at location: SourceLocation = #_sourceLocation,
  _ derive: (_ source: Promise<Int>, _ returned: Promise<Int>) -> Promise<Int>
) {
  for way in everyWay {
    func stage(_ returned: Promise<Int>) -> Promise<Int> {
      guard let reason else { return way.resolve(1) { derive($0, returned) } }
      return way.reject(Int.self, with: reason) { derive($0, returned) }
    }
    for inner in everyWay {
      let rejected = inner.reject(Int.self, with: Broken(number: 2), stage)
      #expect(inner.resolve(2, stage).got == 2, "\(way), \(inner)", sourceLocation: location)
      #expect(rejected.broken == Broken(number: 2), "\(way), \(inner)", sourceLocation: location)
    }
  }
}

/// Expects that `register` calls its handler before it returns.
func expectImmediateCall(
  at location: SourceLocation = #_sourceLocation,
  by register: (_ handler: @escaping @Sendable () -> Void) -> Void
) {
  let calls = Log<Void>()
  register { calls.add() }
  #expect(calls.count == 1, sourceLocation: location)
}
