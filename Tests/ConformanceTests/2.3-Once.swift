import Pledge
import PledgeTestSupport
import Testing

@Suite("2.3 Once")
struct Once {
  @Test("2.3.1 The first settlement wins, regardless of threads")
  func clause2_3_1() {
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
    "2.3.2 `resolve`, `reject`, and `settle(with:)` of a resolver return whether they settled the promise"
  )
  func clause2_3_2() {
    let first = Promise<Int>.pending()
    let second = Promise<Int>.pending()
    let third = Promise<Int>.pending()

    #expect(first.resolver.resolve(1))
    #expect(second.resolver.reject(Broken()))
    #expect(third.resolver.settle(with: .success(1)))
    for resolver in [first.resolver, second.resolver, third.resolver] {
      #expect(!resolver.resolve(2))
      #expect(!resolver.reject(nil))
      #expect(!resolver.settle(with: .success(2)))
    }
    #expect(first.promise.got == 1)
    #expect(second.promise.failure is Broken)
  }

  @Test(
    "2.3.3 When an attempt to settle a promise fails, the promise is settled when the call returns"
  )
  func clause2_3_3() {
    let settle: @Sendable (OnceRound) -> Void = { round in
      if !round.resolver.resolve(1) { round.found.add(round.promise.isPending) }
    }

    let wrong = raced(rounds: 10_000, sharing: OnceRound(), [settle, settle, settle]) { round in
      round.found.entries == [false, false]
    }

    #expect(wrong == 0)
  }
}

private final class OnceRound: Sendable {
  let promise: Promise<Int>
  let resolver: Resolver<Int>
  let found = Log<Bool>()

  init() { (promise, resolver) = Promise<Int>.pending() }
}

@Suite("2.4 Creating promises")
struct Making {
  @Test("2.4.1 `Promise()` is pending")
  func clause2_4_1() {
    #expect(Promise<Int>().isPending)
  }

  @Test(
    "2.4.2 `Promise(value:)`, `Promise(error:)`, and `Promise(result:)` are settled from the start"
  )
  func clause2_4_2() {
    #expect(Promise(value: 1).got == 1)
    #expect(Promise<Int>(error: Broken()).failure is Broken)
    #expect(Promise<Int>(result: .success(1)).got == 1)
    #expect(Promise<Int>(result: .failure(Broken())).failure is Broken)
  }

  @Test("2.4.3 `Promise { resolve, reject in }` is created pending")
  func clause2_4_3() async {
    let gate = Gate()
    let promise = Promise<Int> { resolve, _ in
      gate.pass()
      resolve(1)
    }

    #expect(promise.isPending)
    gate.open()
    _ = await promise.settled()
  }

  @Test("2.4.4 Its block runs later, on a global queue")
  func clause2_4_4() async throws {
    let caller = currentThread()
    let hasReturned = Locked(false)
    let promise = Promise<Bool> { resolve, _ in
      resolve(currentThread() == caller && !hasReturned.value)
    }
    hasReturned.value = true

    #expect(try await promise.settled().get() == false)
    #expect(try await Promise { resolve, _ in resolve(isOnMainQueue()) }.settled().get() == false)
  }

  @Test("2.4.5 Its promise lives at least until the block has run")
  func clause2_4_5() async {
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

  @Test("2.4.6 Its `resolve` fulfills the promise")
  func clause2_4_6() async throws {
    let promise = Promise<Int> { resolve, reject in
      resolve(1)
      reject(Broken())
    }

    #expect(try await promise.settled().get() == 1)
  }

  @Test("2.4.7 Its `reject` rejects the promise")
  func clause2_4_7() async {
    let promise = Promise<Int> { resolve, reject in
      reject(Broken())
      resolve(1)
    }

    await #expect(throws: Broken.self) { try await promise.settled().get() }
  }

  @Test("2.4.8 `Promise(discard:)` is pending, and has a block that stops its work")
  func clause2_4_8() {
    let log = Log<String>()
    let promise = Promise<Int>(discard: { log.add("stopped") })

    #expect(promise.isPending)
    #expect(log.entries == [])
    promise.discard()
    #expect(log.entries == ["stopped"])
  }

  @Test("2.4.9 `Promise { resolver in }` runs its body before it returns")
  func clause2_4_9() {
    let promise = Promise<Int> { resolver in resolver.resolve(1) }

    #expect(promise.got == 1)
  }

  @Test("2.4.10 A body that throws rejects its promise with the error")
  func clause2_4_10() {
    let promise = Promise<Int> { _ in throw Broken() }
    let late = Promise<Int> { resolver in
      resolver.resolve(1)
      throw Broken()
    }

    #expect(promise.failure is Broken)
    #expect(late.got == 1)
  }

  @Test("2.4.11 `Promise.pending()` returns a promise and its resolver separately")
  func clause2_4_11() {
    let (promise, resolver) = Promise<Int>.pending()

    #expect(promise.isPending)
    resolver.resolve(1)
    #expect(promise.got == 1)
  }

  @Test("2.4.12 `Promise(on:)` runs its body on the context")
  func clause2_4_12() {
    let context = ManualContext()
    let fulfilled = Promise(on: context) { 1 }
    let rejected = Promise<Int>(on: context) { throw Broken() }

    #expect(fulfilled.isPending)
    #expect(context.count == 2)
    context.runAll()

    #expect(fulfilled.got == 1)
    #expect(rejected.failure is Broken)
  }

  @Test("2.4.13 `Promise { }` means the same for synchronous and asynchronous work")
  func clause2_4_13() async throws {
    let fulfilled = Promise { 5 }
    let rejected = Promise<Int> { throw Broken() }

    #expect(try await fulfilled.settled().get() == 5)
    await #expect(throws: Broken.self) { try await rejected.settled().get() }
  }

  @Test("2.4.14 `Promise(on:)` with a resolver runs its body on the context")
  func clause2_4_14() {
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
}
