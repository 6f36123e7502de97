import Pledge
import PledgeTestSupport
import Testing

struct ExecutionContextTests {
  private let context = ManualContext()
  private let calls = Log<Int>()

  @Test func `may run work after the promise is released`() {
    Promise(value: 2).observe(on: context) { _ in calls.add(1) }

    context.runAll()

    #expect(calls.count == 1)
  }

  @Test func `that runs work on many threads concurrently runs a handler once`() {
    for _ in 0..<200 {
      let promise = Promise(value: 2).map(on: CrowdContext()) { calls.add($0) }

      #expect(promise.isFulfilled)
    }

    #expect(calls.count == 200)
  }

  @Test func `that keeps work after its end keeps no cleanup`() throws {
    let (context, ends) = (ManualContext(), Log<Int>())
    let stage = Promise(value: 2).ensure(on: context) { [life = Life { ends.add(1) }] in
      withExtendedLifetime(life) {}
    }
    stage.discard()
    let job = try #require(context.next())

    job()

    withExtendedLifetime(job) { #expect(ends.count == 1) }
  }

  @Test func `that is released with its work breaks the stage`() {
    var context: ManualContext? = ManualContext()
    let stage = context.map { Promise(value: 2).map(on: $0) { $0 } }
    #expect(stage?.isPending == true)

    // The job keeps the stage, so the stage must not keep the context.
    context = nil

    #expect(stage?.failure is BrokenPromiseError)
  }

  @Test func `that drops detached work changes nothing`() {
    let stages = (0..<2).map { _ in Promise(value: 2).map(on: context) { calls.add($0) } }

    stages[0].discard()
    stages[1].resolve()
    context.dropAll()

    #expect(stages[0].isDiscarded)
    #expect(stages[1].isFulfilled)
    #expect(calls.count == 0)
  }

  @Test func `a stage whose last consumer detaches while it is queued is discarded`() {
    let stage = Promise(value: 2).map(on: context) { calls.add($0) }
    let consumer = stage.observe { _ in }

    consumer.discard()
    context.runAll()

    #expect(stage.isDiscarded)
    #expect(calls.count == 0)
  }
}
