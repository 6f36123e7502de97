import Pledge
import PledgeTestSupport
import Testing

/// Handlers that interfere with the promises they run for.
@Suite(.hangLimit)
struct HandlerTests {
  private let cage = Cage()
  private let slot = Locked<(any Stage)?>(nil)

  @Test(arguments: Operator.all, [false, true])
  func `a handler may discard its own stage`(of operation: Operator, hasContext: Bool) {
    let (source, context, calls) = (Source(), ManualContext(), Log<Void>())
    let body: Operator.Body = { [slot] in
      calls.add()
      slot.value?.discard()
    }
    let stage =
      hasContext
      ? operation.onContext(source.promise, context, body) : operation.plain(source.promise, body)
    slot.value = stage

    source.end(operation.ending, of: stage, with: cage)
    context.runAll()

    #expect(stage.failure is DiscardedError)
    #expect(calls.count == 1)
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
}
