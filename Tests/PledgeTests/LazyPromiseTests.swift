import Pledge
import PledgeTestSupport
import Testing

struct LazyPromiseTests {
  private let starts = Log<Void>()

  private func lazy(_ work: @escaping @Sendable () throws -> Future<Int>) -> LazyPromise<Int> {
    LazyPromise { [starts] in
      starts.add()
      return try work()
    }
  }

  @Test(arguments: Combination.operatorForms + Combination.all)
  func `every operator and combination starts it`(combination: Combination) {
    let promise = LazyPromise<Canary> { [starts] in
      starts.add()
      return Promise(discard: {})
    }

    let stage = combination.combine((0..<combination.width).map { _ in promise })

    #expect(starts.count == 1)
    stage.discard()
  }

  @Test func `a wait starts it, and so does ignoring its errors`() async throws {
    #expect(try await lazy { Promise(value: 1) }.value == 1)
    lazy { Promise(value: 2) }.ignoringErrors()

    #expect(starts.count == 2)
  }

  @Test func `consumers are called in order, including those that attach while it starts`() {
    let handled = Log<Int>()
    let held = Locked<LazyPromise<Int>?>(nil)
    let promise = LazyPromise<Int> {
      held.value?.observe { _ in handled.add(2) }
      return Promise(value: 1)
    }
    held.value = promise

    promise.observe { _ in handled.add(1) }

    #expect(handled.entries == [1, 2])
    held.value = nil
  }

  @Test func `once started, it releases its closure`() {
    let cage = Cage()
    let source = Promise<Int>()
    let promise = LazyPromise<Int> { [closure = cage.closure()] in
      closure()
      return source
    }
    let stage = promise.map { $0 }

    #expect(cage.living == 0)
    source.resolve(1)
    #expect(stage.got == 1)
  }

  @Test func `discarded while it starts, it releases the work`() {
    let stopped = Log<Void>()
    let held = Locked<Promise<Int>?>(nil)
    let work = Promise<Int>(discard: { stopped.add() })
    let promise = LazyPromise<Int> {
      held.value?.discard()
      return work
    }
    let gate = Promise<Void>()
    let stage = gate.flatMap { promise }
    held.value = stage

    gate.resolve()

    #expect(stage.isDiscarded)
    #expect(stopped.count == 1)
    held.value = nil
  }

  @Test func `returned by a handler, it starts`() {
    let fresh = Promise(value: 1).flatMap { [self] _ in lazy { Promise(value: 2) } }
    #expect(fresh.got == 2)

    let settled = lazy { Promise(value: 3) }
    settled.ignoringErrors()
    let following = Promise(value: 1).flatMap { _ in settled }
    #expect(following.got == 3)

    let source = Promise<Int>()
    let stage = source.flatMap { [self] _ in lazy { Promise(value: 4) } }.flatMap { value in
      Promise(value: value)
    }
    source.resolve(1)
    #expect(stage.got == 4)
  }

  @Test func `returned by a handler of a stage that another lazy promise awaits, it starts`() {
    let source = Promise<Int>()
    let inner = Promise<Int>()
    let end = Promise(value: 0).flatMap { [self] _ in
      source.flatMap { [self] _ in lazy { inner } }
    }

    source.resolve(1)
    #expect(starts.count == 1)
    inner.resolve(2)

    #expect(end.got == 2)
  }
}
