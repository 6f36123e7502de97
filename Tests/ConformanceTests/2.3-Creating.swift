import Pledge
import PledgeTestSupport
import Testing

@Suite("2.3 Once")
struct Once {
  @Test func `2.3.1 The first settlement wins, regardless of threads`() {
    let wrong = raced(
      rounds: 5_000,
      sharing: (pending: Promise<Int>.pending(), seen: Log<Int>()),
      [
        { $0.pending.resolver.resolve(1) ? $0.seen.add(1) : () },
        { $0.pending.resolver.settle(with: .success(2)) ? $0.seen.add(2) : () },
        { $0.pending.resolver.reject(Broken()) ? $0.seen.add(3) : () },
      ]
    ) { round in
      let outcome = round.pending.promise.got ?? 3
      return round.seen.entries == [outcome]
    }

    #expect(wrong == 0)
  }

  @Test(
    "2.3.2 `resolve`, `reject`, and `settle(with:)` of a promise or a resolver return whether they settled the promise"
  )
  func clause2_3_2() {
    let pairs = (0..<3).map { _ in Promise<Int>.pending() }

    #expect(pairs[0].resolver.resolve(1))
    #expect(pairs[1].resolver.reject(Broken()))
    #expect(pairs[2].resolver.settle(with: .success(1)))
    for resolver in pairs.map(\.resolver) {
      #expect(!resolver.resolve(2))
      #expect(!resolver.reject(nil))
      #expect(!resolver.settle(with: .success(2)))
    }
    #expect(pairs.map(\.promise.got) == [1, nil, 1])
    #expect(pairs[1].promise.failure is Broken)

    let promises = (0..<3).map { _ in Promise<Int>() }
    #expect(promises[0].resolve(1) && promises[1].reject(Broken()))
    #expect(promises[2].settle(with: .success(1)))
    for promise in promises {
      #expect(!promise.resolve(2) && !promise.reject(nil) && !promise.settle(with: .success(2)))
      let callbacks: [(Int) -> Void] = [promise.resolve, promise.reject]
      let settle: (Result<Int, any Error>) -> Void = promise.settle(with:)
      for callback in callbacks { callback(2) }
      settle(.success(2))
    }
    #expect(promises.map(\.got) == [1, nil, 1])
  }

  @Test(
    "2.3.3 When an attempt to settle a promise fails, the promise is settled when the call returns"
  )
  func clause2_3_3() {
    let settle: @Sendable ((promise: Promise<Int>, resolver: Resolver<Int>), Log<Bool>) -> Void = {
      if !$0.resolver.resolve(1) { $1.add($0.promise.isPending) }
    }

    let wrong = raced(
      rounds: 10_000,
      sharing: (pending: Promise<Int>.pending(), found: Log<Bool>()),
      (0..<3).map { _ in { settle($0.pending, $0.found) } }
    ) { round in
      round.found.entries == [false, false]
    }

    #expect(wrong == 0)
  }
}

@Suite("2.4 Creating promises")
struct Making {
  @Test func `2.4.1 Promise() is pending`() {
    #expect(Promise<Int>().isPending)
  }

  @Test
  func `2.4.2 Promise(value:), Promise(error:), and Promise(result:) are settled from the start`() {
    #expect(Promise(value: 1).got == 1)
    #expect(Promise<Int>(error: Broken()).failure is Broken)
    #expect(Promise<Int>(result: .success(1)).got == 1)
    #expect(Promise<Int>(result: .failure(Broken())).failure is Broken)
  }

  @Test func `2.4.3 Promise { resolve, reject in } is created pending`() async {
    let gate = Gate()
    let promise = Promise<Int> { resolve, _ in
      gate.pass()
      resolve(1)
    }

    #expect(promise.isPending)
    gate.open()
    _ = await promise.settled()
  }

  @Test func `2.4.4 Its block runs later, on a global queue`() async throws {
    let caller = currentThread()
    let hasReturned = Locked(false)
    let promise = Promise<Bool> { resolve, _ in
      resolve(currentThread() == caller && !hasReturned.value)
    }
    hasReturned.value = true

    #expect(try await promise.settled().get() == false)
    #expect(try await Promise { resolve, _ in resolve(isOnMainQueue()) }.settled().get() == false)
  }

  @Test func `2.4.5 Its promise lives at least until the block has run`() async {
    let gate = Gate()
    let result = await withCheckedContinuation { continuation in
      _ = Promise<Int> { resolve, _ in
        gate.pass()
        resolve(1)
      }
      .observe { continuation.resume(returning: $0) }
      gate.open()
    }

    #expect(throws: Never.self) { try result.get() }
  }

  @Test func `2.4.6 Its resolve fulfills the promise`() async throws {
    let promise = Promise<Int> { resolve, reject in
      resolve(1)
      reject(Broken())
    }

    #expect(try await promise.settled().get() == 1)
  }

  @Test func `2.4.7 Its reject rejects the promise`() async {
    let promise = Promise<Int> { resolve, reject in
      reject(Broken())
      resolve(1)
    }

    await #expect(throws: Broken.self) { try await promise.settled().get() }
  }

  @Test func `2.4.8 Promise(discard:) is pending, and has a block that stops its work`() {
    let log = Log<String>()
    let promise = Promise<Int>(discard: { log.add("stopped") })

    #expect(promise.isPending)
    #expect(log.entries == [])
    promise.discard()
    #expect(log.entries == ["stopped"])
  }

  @Test func `2.4.9 Promise { resolver in } runs its body before it returns`() {
    #expect(Promise<Int> { resolver in resolver.resolve(1) }.got == 1)
  }

  @Test func `2.4.10 A body that throws rejects its promise with the error`() {
    let promise = Promise<Int> { _ in throw Broken() }
    let late = Promise<Int> { resolver in
      resolver.resolve(1)
      throw Broken()
    }

    #expect(promise.failure is Broken)
    #expect(late.got == 1)
  }

  @Test func `2.4.11 Promise.pending() returns a promise and its resolver separately`() {
    let (promise, resolver) = Promise<Int>.pending()

    #expect(promise.isPending)
    resolver.resolve(1)
    #expect(promise.got == 1)
  }

  @Test func `2.4.12 Promise(on:) runs its body on the context`() {
    let context = ManualContext()
    let fulfilled = Promise(on: context) { 1 }
    let rejected = Promise<Int>(on: context) { throw Broken() }

    #expect(fulfilled.isPending)
    #expect(context.count == 2)
    context.runAll()

    #expect(fulfilled.got == 1)
    #expect(rejected.failure is Broken)
  }

  @Test
  func `2.4.13 Promise { } means the same for synchronous and asynchronous work`() async throws {
    let fulfilled = Promise { 5 }
    let rejected = Promise<Int> { throw Broken() }

    #expect(try await fulfilled.settled().get() == 5)
    await #expect(throws: Broken.self) { try await rejected.settled().get() }
  }

  @Test func `2.4.14 Promise(on:) with a resolver runs its body on the context`() {
    let context = ManualContext()
    let fulfilled = Promise<Int>(on: context) { resolver in resolver.resolve(1) }
    let rejected = Promise<Int>(on: context) { _ in throw Broken() }
    let cage = Cage()
    let discarded = Promise<Int>(on: context) { [held = cage.closure()] resolver in
      held()
      resolver.resolve(2)
    }

    #expect(fulfilled.isPending)
    discarded.discard()
    #expect(cage.living == 0)
    context.runAll()

    #expect(fulfilled.got == 1)
    #expect(rejected.failure is Broken)
    #expect(discarded.isDiscarded)
  }

  @Test("2.4.15 `Promise(on: MainActor.shared)` with a resolver runs its body on the main actor")
  func clause2_4_15() async throws {
    let fulfilled = Promise<Int>(on: MainActor.shared) { resolver in
      MainActor.preconditionIsolated()
      resolver.resolve(1)
    }
    let rejected = Promise<Int>(on: MainActor.shared) { _ in throw Broken() }

    #expect(try await fulfilled.value == 1)
    await #expect(throws: Broken.self) { try await rejected.value }
  }
}

@Suite("2.5 Wrapping callbacks")
struct Callbacks {
  @Test
  func `2.5.1 fromValueOrError settles with the value or the error that its callback receives`() {
    let fulfilled = Promise<Int>.fromValueOrError { $0(1, nil) }
    let rejected = [(nil, Broken()), (1, Broken())].map { outcome in
      Promise<Int>.fromValueOrError { $0(outcome.0, outcome.1) }
    }

    #expect(fulfilled.got == 1)
    #expect(rejected.map { $0.failure is Broken } == [true, true])
    #expect(Promise<Int>.fromValueOrError { $0(nil, nil) }.failure is NoOutcomeError)
  }

  @Test func `2.5.2 fromResult settles with the result that its callback receives`() {
    let fulfilled = Promise<Int>.fromResult { $0(Result<Int, Broken>.success(1)) }
    let rejected = Promise<Int>.fromResult { $0(Result<Int, Broken>.failure(Broken())) }

    #expect(fulfilled.got == 1)
    #expect(rejected.failure is Broken)
  }

  @Test func `2.5.3 fromError is rejected with the error that its callback receives`() {
    let fulfilled = Promise<Void>.fromError { $0(nil) }
    let rejected = Promise<Void>.fromError { $0(Broken()) }

    #expect(fulfilled.isFulfilled)
    #expect(rejected.failure is Broken)
  }

  @Test func `2.5.4 fromValue is fulfilled with the value that its callback receives`() {
    #expect(Promise<Int>.fromValue { $0(1) }.got == 1)
  }

  @Test("2.5.5 If the closure that starts the work throws, the promise is rejected with the error")
  func clause2_5_5() {
    #expect(Promise<Int>.fromValue { _ in throw Broken() }.failure is Broken)
  }

  @Test func `2.5.6 If the callback is released without being called, the promise is broken`() {
    #expect(Promise<Int>.fromValue { _ in }.failure is BrokenPromiseError)
  }

  @Test func `2.5.7 If the callback is called twice, only the first call counts`() {
    let promise = Promise<Int>.fromValue { callback in
      callback(1)
      callback(2)
    }

    #expect(promise.got == 1)
  }

  @Test
  func `2.5.8 With onDiscard:, discarding the promise stops the work that its closure returned`() {
    let stopped = Locked<[String]>([])
    let callbacks = Locked<[@Sendable (Int) -> Void]>([])
    func load(_ name: String) -> Promise<Int> {
      Promise.fromValue {
        callbacks.value.append($0)
        return name
      } onDiscard: {
        stopped.value.append($0)
      }
    }

    let first = load("first")
    load("second").discard()
    callbacks.value[0](1)
    first.discard()

    #expect(first.got == 1)
    #expect(stopped.value == ["second"])
  }
}
