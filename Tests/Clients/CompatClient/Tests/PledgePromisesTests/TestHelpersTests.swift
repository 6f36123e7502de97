import Dispatch
import Foundation
import PledgePromises
import PledgePromisesTestHelpers
import TestSupport
import Testing

/// The API of the original's module PromisesTestHelpers.
@Suite(.hangLimit)
struct TestHelpersTests {
  @Test func `an error has the domain, the code and the user info of an NSError`() {
    let error: any Error = TestError.code42
    #expect(error.domain == "com.google.Promises.Test.Error" && error.code == 42)
    #expect(error.userInfo.isEmpty)
    let other: any Error = NSError(domain: "other", code: 7, userInfo: ["key": "value"])
    #expect(other.domain == "other" && other.code == 7)
    #expect(other.userInfo["key"] as? String == "value")
  }

  @Test func `errors are equal as NSErrors are`() {
    let error: (any Error)? = TestError.code13
    let same: (any Error)? = NSError(domain: TestError.errorDomain, code: 13)
    let other: (any Error)? = TestError.code42
    let none: (any Error)? = nil
    #expect(error == same && !(error != same))
    #expect(error != other && !(error == other))
    #expect(error != none && !(error == none))
    #expect(none == none && !(none != none))
    #expect(error == TestError.code13)
    let info: (any Error)? = NSError(domain: TestError.errorDomain, code: 13, userInfo: ["a": 1])
    #expect(error != info)
  }

  @Test func `arrays of optionals are compared element by element`() {
    let numbers: [Int?] = [1, nil, 3]
    #expect(numbers == [1, nil, 3] && !(numbers != [1, nil, 3]))
    #expect(numbers != [1, 2, 3] && numbers != [1, nil] && !(numbers == [nil, 1, 3]))
  }

  @Test func `work for tests runs asynchronously, on the main queue`() async {
    await confirmation { called in
      await withCheckedContinuation { continuation in
        PledgePromisesTestHelpers.Test.delay(0.001) {
          dispatchPrecondition(condition: .onQueue(.main))
          called()
          continuation.resume()
        }
      }
    }
  }
}
