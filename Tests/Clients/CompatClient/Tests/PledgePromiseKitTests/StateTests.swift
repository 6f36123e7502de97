import Foundation
import Pledge
import PledgePromiseKit
import TestSupport
import Testing

private typealias Promise = PledgePromiseKit.Promise

extension PromiseKitTests {
  @Suite struct States {
    @Test func `the state can be read at any time`() {
      func flags(_ thenable: any Thenable) -> [Bool] {
        [thenable.isPending, thenable.isResolved, thenable.isFulfilled, thenable.isRejected]
      }
      let (promise, seal) = Promise<Int>.pending()
      #expect(flags(promise) == [true, false, false, false] && promise.result == nil)
      seal.fulfill(1)
      #expect(flags(promise) == [false, true, true, false] && promise.result?.isFulfilled == true)
      let failed = Promise<Int>(error: Problem.first)
      #expect(flags(failed) == [false, true, false, true] && failed.result?.isFulfilled == false)
      let guarantee = Guarantee.value(2)
      #expect(flags(guarantee) == [false, true, true, false] && guarantee.value == 2)
    }
  }

  @Suite struct Descriptions {
    @Test func `a promise is described by its state, and in full for a debugger`() {
      enum Error: Swift.Error { case dummy }
      let (pending, seal) = Promise<Int>.pending()
      #expect("\(pending)" == "Promise(…Int)")
      #expect(pending.debugDescription == "Promise<Int>.pending(handlers: 0)")
      pending.done { _ in }.cauterizedQuietly()
      pending.catch { _ in }
      pending.pipe { _ in }
      _ = when(fulfilled: [pending])
      #expect(pending.debugDescription == "Promise<Int>.pending(handlers: 4)")
      seal.fulfill(5)
      #expect("\(pending)" == "Promise(5)")
      #expect(pending.debugDescription == "Promise<Int>.fulfilled(5)")
      #expect(Promise().debugDescription == "Promise<()>.fulfilled(())")
      let failed = Promise<String>(error: Problem.first)
      #expect("\(failed)" == "Promise(first)")
      #expect(failed.debugDescription == "Promise<String>.rejected(Problem.first)")
      let dummy = Promise<String>(error: Error.dummy)
      #expect(dummy.debugDescription == "Promise<String>.rejected(Error.dummy)")
    }

    @Test func `unprintable characters are escaped`() {
      let value = Promise.value("a\u{1B}\n")
      #expect("\(value)" == #"Promise(a\u{1B}\n)"#)
      #expect(value.debugDescription == #"Promise<String>.fulfilled(a\u{1B}\n)"#)
      let error = PMKError.compactMap("a\u{202E}", Int.self)
      #expect(error.debugDescription.hasSuffix(#"for a\u{202E}"#))
    }

    @Test(
      arguments: [
        PMKError.invalidCallingConvention, .returnedSelf, .badInput, .cancelled,
        .flatMap(1, Int.self), .compactMap("a", Int.self), .emptySequence, .noWinner,
      ]
    )
    func `every error has a description`(_ error: PMKError) {
      #expect(!error.debugDescription.isEmpty)
      #expect(error.errorDescription == error.debugDescription)
      #expect(error.localizedDescription == error.debugDescription)
      if case .noWinner = error {
        #expect("\(error)" == "All thenables passed to race(fulfilled:) were rejected")
      }
    }
  }

  @Suite struct Cancellation {
    private let cancelled = Promise<Int>(error: PMKError.cancelled)

    @Test func `errors know whether they are cancellations`() {
      let url = NSError(domain: NSURLErrorDomain, code: URLError.Code.cancelled.rawValue)
      let cocoa = NSError(
        domain: NSCocoaErrorDomain,
        code: CocoaError.Code.userCancelled.rawValue
      )
      let cancellations: [any Error] = [
        PMKError.cancelled, Dismissal(isCancelled: true), Gone(), URLError(.cancelled),
        CocoaError(.userCancelled), URLError(_nsError: url), CocoaError(_nsError: cocoa),
        DiscardedError(),
      ]
      let others: [any Error] = [
        PMKError.badInput, Dismissal(isCancelled: false), URLError(.timedOut), Failing(),
        CocoaError(.fileNoSuchFile), Problem.first, CancellationError(),
      ]
      #expect(cancellations.allSatisfy { $0.isCancelled } && !others.contains { $0.isCancelled })
      #expect(Gone().isCancelled)
    }

    @Test func `recover passes on a cancellation, unless its policy is all errors`() {
      let passed = cancelled.recover(on: nil) { _ in Promise.value(1) }
      #expect(passed.error?.isCancelled == true)
      #expect(cancelled.recover(on: nil, policy: .allErrors) { _ in Promise.value(1) }.value == 1)
      #expect(cancelled.recover(on: nil) { _ in Guarantee.value(2) }.value == 2)
      let void = cancelled.asVoid()
      #expect(void.recover(on: nil) { _ in }.isFulfilled)
      let skipped = void.recover(on: nil, policy: .allErrorsExceptCancellation) { _ in }
      #expect(skipped.isRejected)
      #expect(void.recover(on: nil, policy: .allErrors) { _ in }.isFulfilled)
    }

    @Test func `on the other side of the bridge, a discard is a cancellation, and vice versa`()
      throws
    {
      let source = Pledge.Promise<Int>()
      let promise = Promise(pledge: source)
      source.discard()
      #expect(isSame(promise.error, .cancelled))
      #expect(throws: DiscardedError.self) { try cancelled.pledge.result?.get() }
      #expect(try Guarantee.value(2).pledge.result?.get() == 2)
      let task = Promise(pledge: Pledge.Promise<Int>(error: CancellationError()))
      #expect(task.error?.isCancelled == true)
    }
  }
}

private struct Dismissal: PledgePromiseKit.CancellableError {
  let isCancelled: Bool
}

private struct Gone: PledgePromiseKit.CancellableError {}

private final class Failing: Error {}
