import Pledge
import PledgeTestSupport
import Testing

/// Handlers that interfere with the promises they run for.
@Suite(.hangLimit)
struct HandlerTests {
  private let cage = Cage()
  private let slot = Locked<(any Stage)?>(nil)

  @Test(arguments: Operator.all)
  func `a handler may discard its own stage`(of operation: Operator) {
    let source = Source()
    let calls = Log<Void>()
    let stage = operation.plain(source.promise) { [slot] in
      calls.add()
      slot.value?.discard()
    }
    slot.value = stage

    source.end(operation.ending, of: stage, with: cage)

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

    source.end(operation.ending, of: stage, with: cage)
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

    source.end(operation.ending, of: stage, with: cage)

    #expect(!stage.isPending)
    #expect(source.promise.failure == nil || source.promise.failure is Canary)
    #expect(!(stage.failure is DiscardedError))
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
}
