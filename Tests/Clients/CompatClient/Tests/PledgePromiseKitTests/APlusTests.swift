import PledgePromiseKit
import TestSupport
import Testing

// The requirements of Promises/A+, as far as the original meets them. Runs on the main actor, so
// that the main queue waits for the test.
extension PromiseKitTests {
  @MainActor @Suite struct APlus {
    @Test func `a handler on the default queue never runs before its registration returns`() async {
      let order = Log<String>()
      let end = Promise.value(1).done { _ in order.add("handler") }
      order.add("registered")
      _ = await outcome(of: end)
      #expect(order.entries == ["registered", "handler"])
    }

    @Test func `handlers run in the order of registration, including throwing ones`() async {
      let order = Log<String>()
      let (promise, seal) = Promise<Int>.pending()
      promise.done { _ in
        order.add("1")
        throw Problem.first
      }.cauterizedQuietly()
      promise.done { _ in order.add("2") }.cauterizedQuietly()
      let last = promise.done { _ in order.add("3") }
      seal.fulfill(1)
      _ = await outcome(of: last)
      #expect(order.entries == ["1", "2", "3"])
    }

    @Test func `handlers of errors run in the order of registration`() async {
      let order = Log<String>()
      let (promise, seal) = Promise<Int>.pending()
      promise.catch { _ in order.add("1") }
      let middle = promise.recover { error -> Promise<Int> in
        order.add("2")
        throw error
      }
      promise.catch { _ in order.add("3") }
      seal.reject(Problem.first)
      _ = await outcome(of: middle)
      await mainQueueDrained()
      #expect(order.entries == ["1", "2", "3"])
    }

    @Test func `a handler that returns the promise of itself rejects it`() async throws {
      let held = Locked<Promise<Int>?>(nil)
      let promise = after(seconds: 0).then { _ -> Promise<Int> in try #require(held.value) }
      held.withLock { $0 = promise }
      guard case .rejected(PMKError.returnedSelf) = await outcome(of: promise) else {
        return #expect(Bool(false), "\(promise)")
      }
    }

    @Test func `a recovery that returns the promise of itself rejects it`() async throws {
      for policy in [CatchPolicy.allErrors, .allErrorsExceptCancellation] {
        let (source, seal) = Promise<Int>.pending()
        let held = Locked<Promise<Int>?>(nil)
        let promise = source.recover(policy: policy) { _ -> Promise<Int> in
          try #require(held.value)
        }
        held.withLock { $0 = promise }
        seal.reject(Problem.first)
        guard case .rejected(PMKError.returnedSelf) = await outcome(of: promise) else {
          return #expect(Bool(false), "\(promise)")
        }
        held.withLock { $0 = nil }
      }
    }
  }
}

extension CatchMixin {
  /// Ends a chain whose errors are irrelevant to the test.
  func cauterizedQuietly() {
    `catch` { _ in }
  }
}
