import Foundation
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

@Suite(.hangLimit)
struct WrapTests {
  typealias Failure = TestError

  @Test func `a handler without arguments`() async throws {
    @Sendable func work(_ done: @escaping @Sendable () -> Void) {
      DispatchQueue.global().async { done() }
    }
    let done = wrap { work($0) }
    let isNull = done.then { $0 is NSNull }
    #expect(try await isNull.get())
    #expect(done.value == nil && "\(done)" == "Fulfilled: nil")
  }

  @Test func `a handler with a value`() async throws {
    @Sendable func work(_ done: @escaping @Sendable (Int) -> Void) { done(42) }
    #expect(try await wrap { work($0) }.get() == 42)
  }

  @Test func `a handler with a value that is an error`() async {
    @Sendable func work(_ done: @escaping @Sendable (Failure) -> Void) { done(.code13) }
    #expect(await wrap { work($0) }.failure() as? Failure == .code13)
  }

  @Test func `a handler with a value or nil`() async throws {
    @Sendable func work(_ value: Int?, _ done: @escaping @Sendable (Int?) -> Void) { done(value) }
    #expect(try await wrap { work(42, $0) }.get() == 42)
    #expect(try await wrap { work(nil, $0) }.get() == nil)
  }

  @Test func `a handler with an error or nil`() async throws {
    @Sendable func work(_ error: Failure?, _ done: @escaping @Sendable ((any Error)?) -> Void) {
      done(error)
    }
    #expect(await wrap { work(.code13, $0) }.then { _ in 1 }.failure() as? Failure == .code13)
    #expect(try await wrap { work(nil, $0) }.then { $0 == nil }.get())
  }

  @Test func `a handler with a value and an optional error`() async throws {
    @Sendable func work(_ error: Failure?, _ done: @escaping @Sendable (Int, (any Error)?) -> Void)
    {
      done(42, error)
    }
    #expect(try await wrap { work(nil, $0) }.get() == 42)
    #expect(await wrap { work(.code13, $0) }.failure() as? Failure == .code13)
  }

  @Test func `a handler with an optional error and a value`() async throws {
    @Sendable func work(_ error: Failure?, _ done: @escaping @Sendable ((any Error)?, Int) -> Void)
    {
      done(error, 42)
    }
    #expect(try await wrap { work(nil, $0) }.get() == 42)
    #expect(await wrap { work(.code13, $0) }.failure() as? Failure == .code13)
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
      switch await promise.settled() {
      case .success(let found): #expect(error == nil && found == value)
      case .failure(let found): #expect(error != nil && found as? Failure == error)
      }
    }
  }

  @Test func `a handler with two values or an error`() async throws {
    @Sendable func work(
      _ error: Failure?,
      _ done: @escaping @Sendable (Int?, String?, (any Error)?) -> Void
    ) {
      done(1, "a", error)
    }
    #expect(try await wrap { work(nil, $0) }.get() == (1, "a"))
    #expect(await wrap { work(.code13, $0) }.then { $0.0 }.failure() as? Failure == .code13)
  }

  @Test func `the first call of a handler counts`() async throws {
    @Sendable func work(_ done: @escaping @Sendable (Int?, (any Error)?) -> Void) {
      done(1, nil)
      done(2, nil)
      done(nil, Failure.code13)
    }
    #expect(try await wrap { work($0) }.get() == 1)
  }

  @Test func `work that throws rejects`() async {
    let promise = wrap { (_: @Sendable (Int) -> Void) in throw Failure.code13 }
    #expect(await promise.failure() as? Failure == .code13)
  }

  @Test func `work runs on its queue, asynchronously`() {
    let turns = Turns()
    let promise = turns.stopped {
      let promise = wrap(on: turns.queue) { (done: @Sendable (Bool) -> Void) in done(turns.areHere)
      }
      #expect(promise.isPending)
      return promise
    }
    turns.finish()
    #expect(promise.value == true)
  }
}
