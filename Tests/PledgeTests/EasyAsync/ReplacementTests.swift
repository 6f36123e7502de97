import Pledge
import PledgeTestSupport
import Testing

/// Tests of the replacements for omitted EasyAsync names in section 13 of the specification.
struct ReplacementTests {
  @Test func `the state has a property for each case`() {
    let promise = Promise<Int>()
    #expect(promise.isPending)
    promise.resolve(1)
    #expect(promise.isFulfilled && Promise<Int>(error: Broken()).isRejected)
  }

  @Test func `the value is in the result now, and awaited later`() async throws {
    let promise = Promise<Int>()
    #expect(try promise.result?.get() == nil)
    promise.resolve(1)
    #expect(try promise.result?.get() == 1)
    #expect(try await promise.value == 1)
  }

  @Test func `a reason is in the result, wrapped if it is not an error`() {
    let promise = Promise<Int>()
    promise.reject("no signal")
    guard case .failure(let error) = promise.result else {
      Issue.record("not rejected")
      return
    }
    #expect((error as? RejectionReasonError)?.reason as? String == "no signal")
  }

  @Test func `an initializer creates a settled promise`() throws {
    #expect(try Promise(value: 1).result?.get() == 1)
    #expect(throws: Broken.self) { try Promise<Int>(error: Broken()).result?.get() }
    let reasons = Log<String>()
    Promise<Int>(error: RejectionReasonError("why")).rescue { (reason: String) in
      reasons.add(reason)
    }
    #expect(reasons.entries == ["why"])
  }

  @Test func `a discard has one reason for all promises`() {
    let promise = Promise<Int>()
    promise.discard()
    guard case .failure(let error) = promise.result else {
      Issue.record("not rejected")
      return
    }
    #expect(error is DiscardedError && error.isCancellation)
  }
}
