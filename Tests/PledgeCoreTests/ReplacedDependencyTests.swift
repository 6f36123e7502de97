import Pledge
import Testing

@testable import PledgeCore

@Suite struct ReplacedDependencyTests {
  @Test func `a dependency takes the place of one that has ended`() {
    let promise = Promise<Int>()
    let timers = (0..<100).map { _ in Promise<Void>() }
    var previous: Node?
    for timer in timers {
      let consumer = timer.observed { _ in }
      promise.replaceDependency(previous, by: consumer)
      previous = consumer
    }
    #expect(promise.dependencies(upTo: 1_000)?.consumers.count == 1)

    promise.resolve(1)
    #expect(timers[99].consumerCount == 0)
  }

  @Test func `a dependency added after the settlement ends immediately`() {
    let timer = Promise<Void>()
    Promise(value: 1).replaceDependency(nil, by: timer.observed { _ in })
    #expect(timer.consumerCount == 0)
  }
}
