import Dispatch
import Pledge
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

@Suite(.hangLimit)
struct PledgeTests {
  typealias Failure = TestError
  typealias Promise = PledgePromises.Promise

  @Test func `an error that is the value of a Pledge future rejects`() {
    let error = Promise(pledge: Pledge.Promise<Failure>(value: .code13))
    #expect(error.error as? Failure == .code13)
  }

  @Test func `a promise for a future lives until the future is settled`() {
    let root = Pledge.Promise<Int>()
    weak var kept: Promise<Int>?
    kept = made { Promise(pledge: root) }
    #expect(kept != nil)
    root.resolve(1)
    #expect(kept == nil)
  }
}
