import Dispatch
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

@Suite(.hangLimit)
struct DepthTests {
  @Test func `many attempts end`() async {
    let tries = await onSmallStack { () -> Int in
      let queue = DispatchQueue(label: "tries")
      let record = Log<Bool>()
      let promise = retry(on: queue, attempts: 10_000, delay: 0) { () -> Promise<Int> in
        record.mark()
        return Promise(TestError.code13)
      }
      _ = try? awaitPromise(promise)
      return record.count
    }
    #expect(tries == 10_001)
  }
}
