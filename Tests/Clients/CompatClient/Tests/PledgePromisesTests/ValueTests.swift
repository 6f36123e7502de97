import Dispatch
import Foundation
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

/// A value that is an error rejects.
@Suite(.hangLimit)
struct ValueTests {
  @Test func `a value that is an error rejects`() {
    let promise = Promise<Any>()
    promise.fulfill(TestError.code13)
    #expect(promise.error as? TestError == .code13)
    #expect(Promise<Any>(NSError(domain: "d", code: 7) as Any).isRejected)
    #expect(Promise<Any>(CocoaError(.fileNoSuchFile) as Any).error is CocoaError)
    #expect(Promise<(any Error)?>(TestError.code13 as (any Error)?).isRejected)
  }

  @Test func `a value that contains an error, or does not bridge to NSError, stays a value`() {
    #expect(Promise<[any Error]>([TestError.code13]).isFulfilled)
    #expect(Promise<Any>(Fault() as Any).isFulfilled)
    #expect(Promise<Any>(Label(text: "a") as Any).isFulfilled)
    #expect(Promise<(any Error)?>(nil as (any Error)?).isFulfilled)
  }

  @Test func `a handler receives a nil of a type that takes any object as NSNull`() throws {
    let queue = DispatchQueue.marked("turns")
    let promise = Promise<Any?>(nil as Any?)
    let record = Log<Bool>()
    let passed = promise.then(on: queue) { value in record.add(value is NSNull) }
      .validate(on: queue) { value in value is NSNull }
      .always(on: queue) {}
    let mapped = promise.then(on: queue) { value in value is NSNull }
    let chained = promise.then(on: queue) { value in Promise(value is NSNull) }
    queue.finish(8)
    #expect(record.entries == [true])
    #expect(mapped.value == true && chained.value == true)
    #expect("\(passed)" == "Fulfilled: Optional(<null>)")
    #expect(try awaitPromise(promise) is NSNull)
  }

  @Test func `a value of another type rejects`() async throws {
    for promise in [Promise<Int> { "not a number" }, Promise<Int> { Promise("not a number") }] {
      let error = await promise.failure()
      #expect(error.map { "\($0)" } == "cannot cast a value of type String to Int")
    }
    let fitting = Promise<Any> { Promise(42) }.then { $0 as? Int }
    #expect(try await fitting.get() == 42)
  }
}

private final class Fault: Error {}

/// An error that bridges to a Foundation class, as `String` does.
// swift-format-ignore: NoLeadingUnderscores
private struct Label: Error, _ObjectiveCBridgeable {
  let text: String

  func _bridgeToObjectiveC() -> NSString { NSString(string: text) }

  static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout Label?) {
    result = Label(text: "\(source)")
  }

  static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout Label?) -> Bool {
    _forceBridgeFromObjectiveC(source, result: &result)
    return true
  }

  static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> Label {
    Label(text: source.map { "\($0)" } ?? "")
  }
}

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
