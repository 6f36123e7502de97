import Foundation
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

@Suite(.hangLimit)
struct MaybeTests {
  typealias Failure = TestError

  @Test func `a maybe has a value or an error`() {
    #expect(Maybe(42).value == 42 && Maybe(42).error == nil)
    let failed = Maybe<Int>(Failure.code13)
    #expect(failed.value == nil && failed.error as? Failure == .code13)
  }

  @Test func `errors are equal by domain, code and user info`() {
    #expect(Maybe(42) == Maybe(42) && Maybe(42) != Maybe(43))
    let failed = Maybe<Int>(Failure.code13)
    #expect(failed == Maybe(NSError(domain: Failure.errorDomain, code: 13)))
    #expect(failed != Maybe(Failure.code42) && failed != Maybe(13))
    #expect(failed != Maybe(NSError(domain: Failure.errorDomain, code: 13, userInfo: ["a": 1])))
  }

  @Test func `a maybe converts to an object and back`() throws {
    let value = try #require(Maybe(42).asAnyObject())
    #expect(asMaybe(value) == Maybe(42))
    let error = try #require(Maybe<Int>(Failure.code13).asAnyObject())
    #expect(asMaybe(error) == Maybe<Int>(Failure.code13))
    #expect(Maybe<Int?>(nil as Int?).asAnyObject() is NSNull)
  }

  @Test func `an object of neither kind becomes an error`() {
    let maybe: Maybe<Int> = asMaybe("text" as AnyObject)
    #expect(maybe.error.map { "\($0)" }?.hasSuffix("to Int") == true)
  }
}

@Suite(.hangLimit)
struct PromiseErrorTests {
  @Test func `errors have the domain and the codes of the original`() {
    #expect((PromiseError.timedOut as NSError).domain == "com.google.FBLPromises.Error")
    #expect((PromiseError.timedOut as NSError).code == 1)
    #expect((PromiseError.validationFailure as NSError).code == 2)
    #expect(PromiseError.timedOut.errorUserInfo.isEmpty)
  }

  @Test func `an error is recognized by its domain and code`() {
    let domain = PromiseError.errorDomain
    #expect(PromiseError(NSError(domain: domain, code: 1)) == .timedOut)
    #expect(PromiseError(PromiseError.validationFailure) == .validationFailure)
    #expect(PromiseError(NSError(domain: domain, code: 3)) == nil)
    #expect(PromiseError(NSError(domain: "other", code: 1)) == nil)
  }

  @Test func `the errors for tests have the domain and the codes of the original`() {
    let error = TestError.code42 as NSError
    #expect(error.domain == "com.google.Promises.Test.Error" && error.code == 42)
    #expect(TestError.code13.errorUserInfo.isEmpty)
  }
}
