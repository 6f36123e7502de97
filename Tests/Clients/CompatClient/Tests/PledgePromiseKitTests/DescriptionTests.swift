import Foundation
import PledgePromiseKit
import Testing

extension PromiseKitTests {
  @Suite struct Descriptions {
    @Test func `a promise is described by its state`() {
      let (pending, seal) = Promise<Int>.pending()
      #expect("\(pending)" == "Promise(…Int)")
      #expect("\(Promise.value(1))" == "Promise(1)")
      #expect("\(Promise<Int>(error: Problem.first))" == "Promise(first)")
      seal.fulfill(0)
    }

    @Test func `a promise is described in full for a debugger`() {
      let (pending, seal) = Promise<Int>.pending()
      #expect(pending.debugDescription == "Promise<Int>.pending(handlers: 0)")
      seal.fulfill(5)
      #expect(pending.debugDescription == "Promise<Int>.fulfilled(5)")
      #expect(Promise().debugDescription == "Promise<()>.fulfilled(())")
      let failed = Promise<String>(error: Problem.first)
      #expect(failed.debugDescription == "Promise<String>.rejected(Problem.first)")
    }

    @Test func `unprintable characters are escaped`() {
      let value = Promise.value("a\u{1B}\n")
      #expect("\(value)" == #"Promise(a\u{1B}\n)"#)
      #expect(value.debugDescription == #"Promise<String>.fulfilled(a\u{1B}\n)"#)
      let error = PMKError.compactMap("a\u{202E}", Int.self)
      #expect(error.debugDescription.hasSuffix(#"for a\u{202E}"#))
    }

    @Test func `the handlers of a pending promise are counted`() {
      let (promise, seal) = Promise<Int>.pending()
      promise.done { _ in }.cauterizedQuietly()
      promise.catch { _ in }
      promise.pipe { _ in }
      _ = when(fulfilled: [promise])
      #expect(promise.debugDescription == "Promise<Int>.pending(handlers: 4)")
      seal.fulfill(1)
      #expect(promise.debugDescription == "Promise<Int>.fulfilled(1)")
    }

    @Test func `an error of a type that is called Error is described with its type`() {
      enum Error: Swift.Error { case dummy }
      let failed = Promise<String>(error: Error.dummy)
      #expect(failed.debugDescription == "Promise<String>.rejected(Error.dummy)")
    }

    @Test func `every error has a description`() {
      let errors: [PMKError] = [
        .invalidCallingConvention, .returnedSelf, .badInput, .cancelled,
        .flatMap(1, Int.self), .compactMap("a", Int.self), .emptySequence, .noWinner,
      ]
      for error in errors {
        #expect(!error.debugDescription.isEmpty)
        #expect(error.errorDescription == error.debugDescription)
        #expect(error.localizedDescription == error.debugDescription)
      }
      #expect(
        PMKError.noWinner.debugDescription
          == "All thenables passed to race(fulfilled:) were rejected"
      )
    }
  }

  @Suite struct States {
    @Test func `the state can be read at any time`() {
      let (promise, seal) = Promise<Int>.pending()
      #expect(
        promise.isPending && !promise.isResolved && !promise.isFulfilled && !promise.isRejected
      )
      #expect(promise.result == nil && promise.value == nil && promise.error == nil)
      seal.fulfill(1)
      #expect(
        !promise.isPending && promise.isResolved && promise.isFulfilled && !promise.isRejected
      )
      #expect(promise.result?.isFulfilled == true && promise.value == 1 && promise.error == nil)
      let failed = Promise<Int>(error: Problem.first)
      #expect(!failed.isPending && failed.isResolved && !failed.isFulfilled && failed.isRejected)
      #expect(failed.result?.isFulfilled == false && failed.value == nil)
      let guarantee = Guarantee.value(2)
      #expect(guarantee.isFulfilled && guarantee.isResolved && guarantee.value == 2)
    }

    @Test func `the value can be dropped`() {
      #expect(Promise.value(1).asVoid().isFulfilled && Guarantee.value(1).asVoid().isFulfilled)
    }

    @Test func `a fulfilled promise of nothing is made in three ways`() {
      let three: [Promise<Void>] = [.value, .value(()), .value(Void())]
      #expect(three.allSatisfy { $0.isFulfilled })
      #expect(Promise<Void>.value.isFulfilled && Promise<Void>.value(()).isFulfilled)
      #expect(Guarantee<Void>.value.isFulfilled && Guarantee().isFulfilled)
    }
  }
}
