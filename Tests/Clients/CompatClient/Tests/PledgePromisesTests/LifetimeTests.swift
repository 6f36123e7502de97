import Dispatch
import Pledge
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

private typealias Promise = PledgePromises.Promise

/// A promise that is referenced only weakly lives until its source is resolved, and no longer.
@Suite(.hangLimit)
struct LifetimeTests {
  let queue = DispatchQueue.marked("turns")

  @Test(arguments: [true, false])
  func `the promise of an operator lives until its source is resolved`(_ fails: Bool) {
    let operators: [@Sendable (Promise<Int>) -> Promise<Int>] = [
      { $0.then(on: queue) { $0 + 1 } },
      { $0.then(on: queue) { _ in } },
      { $0.then(on: queue) { Promise($0) } },
      { $0.catch(on: queue) { _ in } },
      { $0.always(on: queue) {} },
      { $0.recover(on: queue) { _ in 1 } },
      { $0.recover(on: queue) { _ in Promise(1) } },
      { $0.delay(on: queue, 3600) },
      { $0.timeout(on: queue, 3600) },
      { $0.validate(on: queue) { _ in true } },
      { $0.reduce(on: queue, 1, 2) { sum, number in Promise(sum + number) } },
      { all(on: queue, [$0, Promise(1)]).then(on: queue) { $0[0] } },
      { any(on: queue, [$0, Promise(1)]).then(on: queue) { _ in 1 } },
      { race(on: queue, [$0, Promise<Int>()]) },
      { promise in retry(on: queue, attempts: 0) { promise } },
    ]
    for (number, apply) in operators.enumerated() {
      let source = Promise<Int>()
      weak var kept: Promise<Int>?
      kept = apply(source)
      queue.finish()
      #expect(kept?.isPending == true, "operator \(number)")
      if fails { source.reject(TestError.code13) } else { source.fulfill(1) }
      queue.finish(8)
      #expect(kept == nil, "operator \(number)")
    }
  }

  @Test func `a promise created with work is retained until it is resolved`() {
    weak var calling: Promise<Int>?
    weak var returning: Promise<Int>?
    weak var following: Promise<Int>?
    let inner = Promise<Int>()
    queue.stopped {
      calling = made { Promise<Int>(on: queue) { fulfill, _ in fulfill(1) } }
      returning = made { Promise<Int>(on: queue) { 1 } }
      following = made { Promise<Int>(on: queue) { inner } }
      #expect(calling != nil && returning != nil)
    }
    queue.finish()
    #expect(calling == nil && returning == nil && following != nil)
    inner.fulfill(1)
    #expect(following == nil)
  }

  @Test func `stored functions of work do not retain a resolved promise`() {
    let functions = Log<@Sendable (Int) -> Void>()
    weak var kept: Promise<Int>?
    kept = made { Promise<Int>(on: queue) { fulfill, _ in functions.add(fulfill) } }
    queue.finish()
    #expect(kept?.isPending == true)
    functions.entries.first?(42)
    #expect(kept == nil)
  }

  @Test func `a promise that is resolved directly is released immediately`() {
    let source = Promise<Int>()
    weak var kept: Promise<Int>?
    kept = source.then(on: queue) { $0 }
    kept?.reject(TestError.code13)
    #expect(kept == nil && source.isPending)
  }

  @Test func `a timeout without references breaks with its source, and its timer retains nothing`()
  {
    let record = Log<String>()
    weak var kept: Promise<Int>?
    var source: Promise<Int>? = Promise()
    kept = source?.timeout(on: queue, 3600)
    let handled = kept?.catch(on: queue) { _ in record.add("catch") }
    #expect(kept != nil)
    source = nil
    #expect(kept == nil)
    queue.finish()
    #expect(handled?.isPending == true && record.entries.isEmpty)
  }

  @Test func `a promise for a Pledge future lives until the future is settled`() {
    let root = Pledge.Promise<Int>()
    weak var kept: Promise<Int>?
    kept = made { Promise(pledge: root) }
    #expect(kept != nil)
    root.resolve(1)
    #expect(kept == nil)
  }
}
