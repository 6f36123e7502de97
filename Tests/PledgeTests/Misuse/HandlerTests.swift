import Pledge
import PledgeTestSupport
import Testing

/// Handlers that interfere with the promises they run for.
@Suite(.timeLimit(.minutes(60)))
struct HandlerTests {
  private let cage = Cage()
  private let slot = Locked<(any Stage)?>(nil)

  /// Returns the outcome for which the handler of `operation` runs.
  private func ending(for operation: Operator) -> Ending {
    Operator.ofErrors.contains { $0.testDescription == operation.testDescription }
      ? .rejected : .fulfilled
  }

  @Test(arguments: Operator.all)
  func `a handler may discard its own stage`(of operation: Operator) {
    let source = Source()
    let calls = Log<Void>()
    let stage = operation.plain(source.promise) { [slot] in
      calls.add()
      slot.value?.discard()
    }
    slot.value = stage

    source.end(ending(for: operation), of: stage, with: cage)

    #expect(stage.failure is DiscardedError)
    #expect(calls.count == 1)
    source.handleErrors(of: stage)
    slot.value = nil
  }

  @Test(arguments: Operator.all)
  func `a handler on a context may discard its own stage`(of operation: Operator) {
    let source = Source()
    let context = ManualContext()
    let stage = operation.onContext(source.promise, context) { [slot] in slot.value?.discard() }
    slot.value = stage

    source.end(ending(for: operation), of: stage, with: cage)
    context.runAll()

    #expect(stage.failure is DiscardedError)
    source.handleErrors(of: stage)
    slot.value = nil
  }

  @Test(arguments: Operator.all)
  func `a handler that settles and discards its source changes nothing`(of operation: Operator) {
    let source = Source()
    let stage = operation.plain(source.promise) {
      source.promise.discard()
      source.promise.resolve(Cage().canary())
      source.promise.reject(nil)
    }

    source.end(ending(for: operation), of: stage, with: cage)

    #expect(!stage.isPending)
    #expect(source.promise.failure == nil || source.promise.failure is Canary)
    #expect(!(stage.failure is DiscardedError))
  }

  @Test func `the value that a handler returns replaces its own settlement of the stage`() {
    let source = Promise<Int>()
    let stages = Locked<Promise<Int>?>(nil)
    let stage = source.map { value in
      stages.value?.resolve(7)
      return value
    }
    stages.value = stage

    source.resolve(2)

    #expect(stage.got == 2)
    stages.value = nil
  }

  @Test func `a handler that discards another stage of its source removes its handler`() {
    let source = Promise<Int>()
    let calls = Log<Int>()
    let stages = Locked<Promise<Void>?>(nil)
    source.observe { _ in stages.value?.discard() }
    let other = source.map { calls.add($0) }
    stages.value = other

    source.resolve(2)

    #expect(other.isDiscarded)
    #expect(calls.count == 0)
    stages.value = nil
  }

  @Test func `a handler that discards its stage does not discard a shared returned promise`() {
    let inner = Promise<Int>()
    let source = Promise<Int>()
    let stages = Locked<Promise<Int>?>(nil)
    let other = inner.map { $0 }
    let stage = source.flatMap { _ in
      stages.value?.discard()
      return inner
    }
    stages.value = stage

    source.resolve(2)
    inner.resolve(3)

    #expect(stage.isDiscarded)
    #expect(other.got == 3)
    stages.value = nil
  }
}

// MARK: - Order and nesting

extension HandlerTests {
  @Test func `handlers that register on their own promise join the end`() {
    let order = Log<Int>()
    let source = Promise<Int>()
    source.observe { [source] _ in
      order.add(1)
      source.observe { _ in order.add(3) }
    }
    source.observe { _ in order.add(2) }

    source.resolve(0)

    #expect(order.entries == [1, 2, 3])
  }

  @Test func `handlers that nest without end do not overflow the stack`() {
    let depth = Locked(0)
    let source = Promise(value: 0)
    @Sendable func nest() {
      depth.withLock { $0 += 1 }
      if depth.value < 100_000 { source.observe { _ in nest() } }
    }

    source.observe { _ in nest() }

    #expect(depth.value == 100_000)
  }

  @Test func `a long loop of settled steps takes constant stack`() {
    @Sendable func loop(_ turns: Int) -> Promise<Int> {
      turns == 0 ? Promise(value: 0) : Promise(value: turns - 1).flatMap { loop($0) }
    }

    #expect(loop(100_000).got == 0)
  }
}
