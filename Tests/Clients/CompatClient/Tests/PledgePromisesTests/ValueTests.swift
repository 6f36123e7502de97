import Foundation
import Testing

@testable import PledgePromises

/// A value that is an error rejects.
@Suite(.timeLimit(.minutes(15)))
struct ValueTests {
  @Test func `a value that is an error rejects`() {
    let promise = Promise<Any>()
    promise.fulfill(PledgePromises.Test.Error.code13)
    #expect(promise.error as? PledgePromises.Test.Error == .code13)
    #expect(Promise<Any>(NSError(domain: "d", code: 7) as Any).isRejected)
    #expect(Promise<Any>(CocoaError(.fileNoSuchFile) as Any).error is CocoaError)
    #expect(Promise<(any Error)?>(PledgePromises.Test.Error.code13 as (any Error)?).isRejected)
  }

  @Test func `an error that a handler returns rejects`() async {
    let returned = Promise(1).then { _ -> PledgePromises.Test.Error in .code42 }
    #expect(await returned.failure() as? PledgePromises.Test.Error == .code42)
    let done = Promise<Int> { PledgePromises.Test.Error.code42 }
    #expect(await done.failure() as? PledgePromises.Test.Error == .code42)
    let recovered = Promise<Any?>(PledgePromises.Test.Error.code13)
      .recover { _ in PledgePromises.Test.Error.code42 as Any? }
      .then { _ in 1 }
    #expect(await recovered.failure() as? PledgePromises.Test.Error == .code42)
  }

  @Test func `an error in an object rejects`() async {
    let promise = Promise<AnyObject> { PledgePromises.Test.Error.code42 as AnyObject }
    #expect(await promise.then { _ in 1 }.failure() as? PledgePromises.Test.Error == .code42)
  }

  @Test func `what only holds an error, or is no error to Foundation, stays a value`() {
    #expect(Promise<[any Error]>([PledgePromises.Test.Error.code13]).isFulfilled)
    #expect(Promise<Any>(Fault() as Any).isFulfilled)
    #expect(Promise<Any>(Label(text: "a") as Any).isFulfilled)
    #expect(Promise<(any Error)?>(nil as (any Error)?).isFulfilled)
  }

  @Test func `a nil of a type that takes any object is seen as NSNull`() async throws {
    let promise = Promise<Any?>()
    promise.fulfill(nil)
    #expect(promise.value is NSNull)
    let seen = try await promise.then { value in value is NSNull }.get()
    #expect(seen)
  }

  @Test func `any other nil stays nil`() async throws {
    let promise = Promise<Int?>()
    promise.fulfill(nil)
    #expect(promise.isFulfilled && promise.value == nil)
    let isNil = try await promise.then { value in value == nil }.get()
    #expect(isNil)
  }

  @Test func `a value of another type than the promise's rejects`() async throws {
    let promise = Promise<Int> { "not a number" }
    let error = await promise.failure()
    #expect(error.map { "\($0)" } == "a value of type String is no Int")
    let followed = Promise<Int> { Promise("not a number") }
    #expect(await followed.failure().map { "\($0)" } == "a value of type String is no Int")
    let fitting = Promise<Any> { Promise(42) }.then { $0 as? Int }
    #expect(try await fitting.get() == 42)
  }
}

private final class Fault: Error {}

/// An error that Foundation has a class of its own for, as it has for `String`.
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
