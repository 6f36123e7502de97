import Foundation
import Pledge
import PledgeSundell
import TestSupport
import Testing

private typealias Future = PledgeSundell.Future
private typealias Promise = PledgeSundell.Promise

/// Reports are global to the process, so these tests run one at a time.
@Suite(.serialized, .hangLimit) struct PledgeTests {
  @Test func `a Pledge promise settles one of the articles`() {
    let log = Log<String>()
    let source = Pledge.Promise<Int>()
    Future(pledge: source).observe { result in log.add("\(result)") }
    let promise = Promise(pledge: source)
    promise.observe { result in log.add("promise \(result)") }
    source.resolve(1)
    #expect(log.entries == ["success(1)", "promise success(1)"])
  }

  @Test func `a promise that is settled directly detaches from its Pledge future`() {
    let log = Log<String>()
    let source = Pledge.Promise<Int>(discard: { log.add("stopped") })
    let promise = Promise(pledge: source)
    promise.resolve(with: 1)
    promise.observe { result in log.add("\(result)") }
    #expect(log.entries == ["stopped", "success(1)"])
  }

  @Test func `a broken promise without consumers is not reported`() {
    let found = reports {
      let promise = Promise<Int>()
      _ = promise.transformed { $0 }.chained { Promise(value: $0) }
    }
    #expect(found.isEmpty)
  }
}
