import Foundation
import PledgePromiseKit
import TestSupport
import Testing

extension PromiseKitTests {
  @Suite struct Cancellation {
    @Test func `errors know whether they are cancellations`() {
      #expect(PMKError.cancelled.isCancelled)
      #expect(Dismissal(isCancelled: true).isCancelled)
      #expect(!Dismissal(isCancelled: false).isCancelled)
      #expect(Gone().isCancelled)
      #expect(URLError(.cancelled).isCancelled)
      #expect(CocoaError(.userCancelled).isCancelled)
      let url = NSError(domain: NSURLErrorDomain, code: URLError.Code.cancelled.rawValue)
      #expect(URLError(_nsError: url).isCancelled)
      let cocoa = NSError(
        domain: NSCocoaErrorDomain,
        code: CocoaError.Code.userCancelled.rawValue
      )
      #expect(CocoaError(_nsError: cocoa).isCancelled)
      #expect((Dismissal(isCancelled: true) as any Error).isCancelled)
    }

    @Test func `other errors are not cancellations`() {
      #expect(!PMKError.badInput.isCancelled)
      #expect(!URLError(.timedOut).isCancelled)
      #expect(!CocoaError(.fileNoSuchFile).isCancelled)
      #expect(!Problem.first.isCancelled)
      #expect(!Failing().isCancelled)
      #expect(!CancellationError().isCancelled)
    }

    @Test func `catch skips a cancellation, unless its policy is all errors`() {
      let seen = Log<String>()
      let cancelled = Promise<Int>(error: PMKError.cancelled)
      cancelled.catch(on: nil) { _ in seen.add("default") }.finally(on: nil) { seen.add("end") }
      cancelled.catch(on: nil, policy: .allErrors) { _ in seen.add("all") }
        .finally(on: nil) { seen.add("end") }
      #expect(seen.entries == ["end", "all", "end"])
    }

    @Test func `recover passes on a cancellation, unless its policy is all errors`() {
      let cancelled = Promise<Int>(error: PMKError.cancelled)
      let passed = cancelled.recover(on: nil) { _ in Promise.value(1) }
      #expect(passed.error?.isCancelled == true)
      #expect(cancelled.recover(on: nil, policy: .allErrors) { _ in Promise.value(1) }.value == 1)
      #expect(cancelled.recover(on: nil) { _ in Guarantee.value(2) }.value == 2)
      let void = Promise<Void>(error: PMKError.cancelled)
      #expect(void.recover(on: nil) { _ in }.isFulfilled)
      let skipped = void.recover(on: nil, policy: .allErrorsExceptCancellation) { _ in }
      #expect(skipped.isRejected)
      #expect(void.recover(on: nil, policy: .allErrors) { _ in }.isFulfilled)
    }

    @Test func `the configured policy is the default`() {
      logged {
        conf.catchPolicy = .allErrors
        let seen = Locked(0)
        let cancelled = Promise<Int>(error: PMKError.cancelled)
        cancelled.catch(on: nil) { _ in seen.withLock { $0 += 1 } }
        #expect(seen.value == 1)
        #expect(cancelled.recover(on: nil) { _ in Promise.value(1) }.value == 1)
      }
    }
  }
}

private struct Dismissal: CancellableError {
  let isCancelled: Bool
}

private struct Gone: CancellableError {}

private final class Failing: Error {}
