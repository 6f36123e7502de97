import Pledge
import PledgeTestSupport
import Testing

/// A handler's captures are released when its stage ends, and the value with the last promise.
@Suite(.hangLimit)
struct OperatorLifetimeTests {
  private let context = ManualContext()
  private let handlers = Cage()
  private let values = Cage()

  @Test(arguments: Operator.all, Ending.allCases)
  @MainActor
  func `leaves nothing behind on the main actor`(of operation: Operator, ending: Ending) async {
    do {
      let source = Source()
      let stage = operation.onMainActor(source.promise, handlers.closure())
      #expect(handlers.living == 1)

      source.end(ending, of: stage, with: values)
      await mainQueueDrained()

      #expect(!stage.isPending)
      #expect(handlers.living == 0)
      source.handleErrors(of: stage)
    }
    #expect(values.living == 0)
  }
}

// MARK: - Discarding at special moments

extension OperatorLifetimeTests {
  @Test(arguments: Operator.dispensable)
  func `discarded while queued, a handler is released immediately`(of operation: Operator) {
    for ending in [Ending.fulfilled, .rejected] {
      let source = Source()
      let stage = operation.onContext(source.promise, context, handlers.closure())
      source.end(ending, of: stage, with: values)

      stage.discard()

      #expect(handlers.living == 0)
      context.runAll()
      source.handleErrors(of: stage)
    }
    #expect(values.living == 0)
  }

  @Test(arguments: Operator.all)
  func `a stage that is not retained is released with its source`(of operation: Operator) {
    do {
      let source = Source()
      _ = operation.plain(source.promise, handlers.closure())
      #expect(handlers.living == 1)
    }

    #expect(handlers.living == 0)
  }

  @Test(arguments: Operator.dispensable)
  func `a source does not retain detached stages`(of operation: Operator) {
    let source = Source()
    for _ in 0..<1_000 { operation.plain(source.promise, handlers.closure()).discard() }

    #expect(handlers.living == 0)
    #expect(source.promise.isPending)
    source.promise.discard()
  }
}
