import Foundation
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

@Suite(.hangLimit)
struct WrapTests {
  typealias Failure = TestError
  typealias Handler<Value> = @Sendable (Value) -> Void

  @Test func `a handler without arguments`() async throws {
    let done = wrap { (done: @escaping @Sendable () -> Void) in
      DispatchQueue.global().async { done() }
    }
    #expect(try await done.then { $0 is NSNull }.get())
    #expect(done.value == nil && "\(done)" == "Fulfilled: nil")
  }

  @Test(arguments: [nil, Failure.code13])
  func `a handler with an optional error, alone or with a value`(_ error: Failure?) async throws {
    typealias Failing = (any Error)?
    let alone = wrap { (done: Handler<Failing>) in done(error) }.then { $0 == nil }
    let after = wrap { (done: @Sendable (Int, Failing) -> Void) in done(42, error) }
    let before = wrap { (done: @Sendable (Failing, Int) -> Void) in done(error, 42) }
    let two = wrap { (done: @Sendable (Int?, String?, Failing) -> Void) in done(1, "a", error) }
    for failure in [
      await alone.failure(), await after.failure(), await before.failure(),
      await two.then { $0.0 }.failure(),
    ] {
      #expect(failure as? Failure == error)
    }
    #expect(alone.value == (error == nil ? true : nil))
    #expect(after.value == (error == nil ? 42 : nil) && before.value == after.value)
    if error == nil { #expect(try await two.get() == (1, "a")) }
  }

  @Test(arguments: [(42, nil), (nil, Failure.code13), (nil, nil), (42, .code13)])
  func `a handler with a value or an error`(_ value: Int?, _ error: Failure?) async throws {
    @Sendable func work(_ done: @escaping @Sendable (Int?, (any Error)?) -> Void) {
      done(value, error)
    }
    @Sendable func reversed(_ done: @escaping @Sendable ((any Error)?, Int?) -> Void) {
      done(error, value)
    }
    for promise in [wrap { work($0) }, wrap { reversed($0) }] {
      #expect(await promise.failure() as? Failure == error)
      if error == nil { #expect(try await promise.get() == value) }
    }
  }
}
