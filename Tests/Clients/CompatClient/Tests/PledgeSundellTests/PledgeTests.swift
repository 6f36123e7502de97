import Foundation
import Pledge
import PledgeSundell
import TestSupport
import Testing

private typealias Future = PledgeSundell.Future
private typealias Promise = PledgeSundell.Promise

/// Reports are global to the process, so these tests run one at a time.
@Suite(.serialized, .hangLimit) struct PledgeTests {
  @Test func `a Pledge promise settles one of the articles, unless that is settled directly`() {
    let log = Log<String>()
    let source = Pledge.Promise<Int>(discard: { log.add("stopped") })
    Promise(pledge: source).resolve(with: 1)
    #expect(log.entries == ["stopped"])
    let other = Pledge.Promise<Int>()
    Promise(pledge: other).observe { result in log.add("\(result)") }
    other.resolve(1)
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
