import Pledge
import PledgeTestSupport
import Testing

// Types decide whether a handler returns a promise: `flatMap` takes a promise, `map` another value.
// The `then` of a foreign object is modeled as a function that takes callbacks.

@Suite("Promises/A+ 2.3: resolution", .hangLimit)
struct APlusResolution {
  private let value = Token()
  private let reason = Token()

  // MARK: - Promises

  @Test("2.3.1 A promise that is resolved with itself is rejected", arguments: Platform.allCases)
  func clause2_3_1(platform: Platform) {
    let queue = Queue(of: platform)
    let returned = Locked<Promise<Int>?>(nil)
    let stage = queue.turn {
      let stage = Promise(value: 1).flatMap(on: queue) { _ in returned.value ?? Promise() }
      returned.value = stage
      return stage
    }
    let chained = Promise<Int>()
    chained.chain(after: chained)

    #expect(stage.failure is CycleError)
    #expect(chained.failure is CycleError)
    returned.value = nil
  }

  @Test("2.3.2.1 It is pending as long as the promise that it is resolved with")
  func clause2_3_2_1() {
    adopting { _, stage in #expect(stage().isPending) }
  }

  @Test("2.3.2.2 It is fulfilled with the same value")
  func clause2_3_2_2() {
    adopting { returned, stage in
      returned.resolve(value)
      #expect(stage().got === value)
    }
  }

  @Test("2.3.2.3 It is rejected with the same reason")
  func clause2_3_2_3() {
    adopting { returned, stage in
      returned.reject(reason)
      #expect(stage().failure as? Token === reason)
    }
  }

  /// Runs a clause with stages that adopt a promise after a value, after an error, and by chaining,
  /// on each queue; the clause settles the promise before or after its adoption.
  private func adopting(_ clause: (Promise<Token>, @escaping () -> Promise<Token>) -> Void) {
    everywhere { queue, moment in
      let returned = (0..<3).map { _ in Promise<Token>() }
      let makers: [() -> Promise<Token>] = [
        { Promise(value: 1).flatMap(on: queue) { _ in returned[0] } },
        { Promise(error: reason).flatMapError(on: queue) { _ in returned[1] } },
        {
          let promise = Promise<Token>()
          promise.chain(after: returned[2])
          return promise
        },
      ]
      for (promise, make) in zip(returned, makers) {
        switch moment {
        case .before: clause(promise) { queue.turn(make) }
        case .after:
          let stage = queue.turn(make)
          clause(promise) { stage }
        }
      }
    }
  }

  // MARK: - Functions that take callbacks

  @Test("2.3.3.3 A function that calls back is called with both callbacks, at once")
  func clause2_3_3_3() {
    let calls = Log<Void>()
    let promise = Promise<Token> { _ in calls.add() }

    #expect(calls.count == 1)
    promise.ignoringErrors()
  }

  @Test("2.3.3.3.1 Called back with a value, the promise is fulfilled with it")
  func clause2_3_3_3_1() {
    let promises = [
      Promise<Token> { $0.resolve(value) },
      Promise.fromResult { $0(Result<Token, Token>.success(value)) },
    ]

    #expect(promises.map { $0.got === value } == [true, true])
  }

  @Test("2.3.3.3.1 Called back with a promise, the promise adopts it")
  func clause2_3_3_3_1_promise() {
    let promise = Promise<Promise<Token>> { $0.resolve(Promise(value: value)) }

    #expect(promise.flatten().got === value)
  }

  @Test("2.3.3.3.2 Called back with a reason, the promise is rejected with it")
  func clause2_3_3_3_2() {
    let promises = [
      Promise<Token> { $0.reject(reason) },
      Promise.fromResult { $0(Result<Token, Token>.failure(reason)) },
    ]

    #expect(promises.map { $0.failure as? Token === reason } == [true, true])
  }

  @Test("2.3.3.3.3 The first call counts")
  func clause2_3_3_3_3() {
    let fulfilled = Promise<Token> { resolver in
      resolver.resolve(value)
      resolver.reject(reason)
      resolver.resolve(Token())
    }
    let rejected = Promise<Token> { resolver in
      resolver.reject(reason)
      resolver.resolve(value)
      resolver.reject(Token())
    }

    #expect(fulfilled.got === value)
    #expect(rejected.failure as? Token === reason)
  }

  @Test("2.3.3.3.4.1 An error that is thrown after a call does not count")
  func clause2_3_3_3_4_1() {
    let fulfilled = Promise<Token> { resolver in
      resolver.resolve(value)
      throw Token()
    }
    let rejected = Promise<Token> { resolver in
      resolver.reject(reason)
      throw Token()
    }

    #expect(fulfilled.got === value)
    #expect(rejected.failure as? Token === reason)
  }

  @Test("2.3.3.3.4.2 An error that is thrown before any call rejects the promise")
  func clause2_3_3_3_4_2() {
    let kept = Locked<Resolver<Token>?>(nil)
    let promise = Promise<Token> { resolver in
      kept.value = resolver
      throw reason
    }
    kept.value?.resolve(value)

    #expect(promise.failure as? Token === reason)
  }

  // MARK: - Values

  @Test("2.3.4 A promise is fulfilled with a value that is no promise")
  func clause2_3_4() {
    everywhere { queue, moment in
      let stage = queue.turn {
        moment.fulfill(with: 1) { promise in promise.map(on: queue) { _ in value } }
      }

      #expect(stage.got === value)
    }
  }

  @Test("2.3.4 `map` takes a promise for a value too", arguments: Platform.allCases)
  func clause2_3_4_promise(platform: Platform) {
    let queue = Queue(of: platform)
    let inner = Promise<Token>()
    let stage = queue.turn { Promise(value: 1).map(on: queue) { _ in inner } }

    #expect(stage.got === inner)
    #expect(inner.isPending)
  }
}
