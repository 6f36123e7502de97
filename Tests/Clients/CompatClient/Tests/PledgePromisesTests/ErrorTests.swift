import Dispatch
import Foundation
import PledgePromises
import PledgePromisesTestHelpers
import TestSupport
import Testing

@Suite(.hangLimit)
struct MaybeTests {
  typealias Failure = TestError
  let failed = Maybe<Int>(Failure.code13)

  @Test func `a maybe has a value or an error, equal by domain, code, and user info`() {
    #expect(Maybe(42).value == 42 && Maybe(42).error == nil)
    #expect(failed.value == nil && failed.error as? Failure == .code13)
    #expect(Maybe(42) == Maybe(42) && Maybe(42) != Maybe(43))
    #expect(failed == Maybe(NSError(domain: Failure.errorDomain, code: 13)))
    #expect(failed != Maybe(Failure.code42) && failed != Maybe(13))
    #expect(failed != Maybe(NSError(domain: Failure.errorDomain, code: 13, userInfo: ["a": 1])))
  }

  @Test func `a maybe converts to an object and back; another object becomes an error`() throws {
    for maybe in [Maybe(42), failed] {
      #expect(asMaybe(try #require(maybe.asAnyObject())) == maybe)
    }
    #expect(Maybe<Int?>(nil as Int?).asAnyObject() is NSNull)
    let maybe: Maybe<Int> = asMaybe("text" as AnyObject)
    #expect(maybe.error.map { "\($0)" }?.hasSuffix("to Int") == true)
  }
}

/// The errors of the originals, and the API of the original's module PromisesTestHelpers.
@Suite(.hangLimit)
struct ErrorTests {
  @Test func `errors have the domain and the codes of the original, which identify them`() {
    let domain = PromiseError.errorDomain
    #expect((PromiseError.timedOut as NSError).domain == "com.google.FBLPromises.Error")
    #expect((PromiseError.timedOut as NSError).code == 1)
    #expect((PromiseError.validationFailure as NSError).code == 2)
    #expect(PromiseError.timedOut.errorUserInfo.isEmpty)
    #expect(PromiseError(NSError(domain: domain, code: 1)) == .timedOut)
    #expect(PromiseError(PromiseError.validationFailure) == .validationFailure)
    #expect(PromiseError(NSError(domain: domain, code: 3)) == nil)
    #expect(PromiseError(NSError(domain: "other", code: 1)) == nil)
  }

  @Test func `an error has the domain, the code and the user info of an NSError`() {
    let error: any Error = TestError.code42
    #expect(error.domain == "com.google.Promises.Test.Error" && error.code == 42)
    #expect(error.userInfo.isEmpty && TestError.code13.errorUserInfo.isEmpty)
    let other: any Error = NSError(domain: "other", code: 7, userInfo: ["key": "value"])
    #expect(other.domain == "other" && other.code == 7)
    #expect(other.userInfo["key"] as? String == "value")
  }

  @Test func `errors are equal as NSErrors are`() {
    let error: (any Error)? = TestError.code13
    let same: (any Error)? = NSError(domain: TestError.errorDomain, code: 13)
    let info: (any Error)? = NSError(domain: TestError.errorDomain, code: 13, userInfo: ["a": 1])
    let none: (any Error)? = nil
    #expect(error == same && !(error != same))
    for other in [TestError.code42, none, info] { #expect(error != other && !(error == other)) }
    #expect(none == none && !(none != none))
    #expect(error == TestError.code13)
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
