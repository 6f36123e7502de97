import Pledge
import PledgeTestSupport
import Testing

struct RescueTests {
  private let calls = Log<String>()

  private func rejected(_ reason: (any Sendable)?) -> Promise<Int> {
    let promise = Promise<Int>()
    promise.reject(reason)
    promise.ignoringErrors()
    return promise
  }

  // MARK: Without a promise

  @Test func `passes an error of its type to the handler`() {
    rejected(Broken(number: 1)).rescue { (error: Broken) in calls.add("\(error.number)") }

    #expect(calls.entries == ["1"])
  }

  @Test func `passes a reason that is not an error to the handler`() {
    rejected("why").rescue { (reason: String) in calls.add(reason) }

    #expect(calls.entries == ["why"])
  }

  @Test func `does not pass a reason of another type to the handler`() {
    rejected("why").rescue { (_: Int) in calls.add("Int") }
    rejected("why").rescue { (_: any Error) in calls.add("Error") }
    rejected(Broken()).rescue { (_: DiscardedError) in calls.add("Discarded") }

    #expect(calls.entries == [])
  }

  @Test func `ignores a value`() {
    Promise(value: 2).rescue { (_: Any) in calls.add("Any") }

    #expect(calls.entries == [])
  }

  @Test func `passes any error to a handler for errors`() {
    rejected(Broken()).rescue { (error: any Error) in calls.add("\(error is Broken)") }

    #expect(calls.entries == ["true"])
  }

  @Test func `passes the unwrapped reason to a handler for anything`() {
    rejected("why").rescue { (reason: Any) in calls.add("\(type(of: reason)) \(reason)") }

    #expect(calls.entries == ["String why"])
  }

  @Test func `passes the absence of a reason to handlers for anything and for optionals`() {
    rejected(nil).rescue { (_: Any) in calls.add("Any") }
    rejected(nil).rescue { (_: Any?) in calls.add("Any?") }
    rejected(nil).rescue { (reason: String?) in calls.add("String? \(reason == nil)") }

    #expect(calls.entries == ["Any", "Any?", "String? true"])
  }

  @Test func `does not pass the absence of a reason to handlers for other types`() {
    rejected(nil).rescue { (_: String) in calls.add("String") }
    rejected(nil).rescue { (_: any Error) in calls.add("Error") }
    rejected(nil).rescue { (_: RejectionReasonError) in calls.add("RejectionReason") }

    #expect(calls.entries == [])
  }
}

// MARK: - With a value

extension RescueTests {
  @Test func `is fulfilled with the value that the handler returns`() {
    let source = Promise<Int>()
    let promise: Promise<Int> = source.rescue { (error: Broken) in error.number + 1 }

    source.reject(Broken(number: 1))

    #expect(promise.got == 2)
  }

  @Test func `is rejected with the error that the handler throws`() {
    let promise: Promise<Int> = rejected("why").rescue { (_: String) in throw Broken(number: 2) }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `is rejected with a reason of another type`() {
    let promise: Promise<Int> = rejected("why").rescue { (error: Broken) in error.number }

    #expect((promise.failure as? RejectionReasonError)?.reason as? String == "why")
  }

  @Test func `is fulfilled with a value that needs no rescue`() {
    let promise: Promise<Int> = Promise(value: 2).rescue { (_: Broken) in 3 }

    #expect(promise.got == 2)
  }

  @Test func `passes on a value of the returned type`() {
    let promise: Promise<Int?> = Promise(value: 2).rescue { (_: Broken) in nil }

    #expect(promise.got == 2)
  }

  @Test func `without a value, is fulfilled if there is nothing to rescue`() {
    let promise: Promise<Void> = Promise(value: 2).rescue { (_: Broken) throws in }

    #expect(promise.isFulfilled)
  }

  @Test func `of another type, is rejected if there is nothing to rescue`() {
    let promise: Promise<String> = Promise(value: 2).rescue { (_: Broken) in "rescued" }

    #expect(promise.failure is NothingToRescueError)
  }
}

// MARK: - With a promise

extension RescueTests {
  @Test func `settles as the promise that the handler returns`() {
    let inner = Promise<Int>()
    let promise: Promise<Int> = rejected(Broken()).rescue { (_: Broken) in inner }
    #expect(promise.isPending)

    inner.resolve(3)

    #expect(promise.got == 3)
  }

  @Test func `by its own name, settles as the future that the handler returns`() {
    let inner: Future<Int> = Promise(value: 3).shared()
    let promise = rejected(Broken()).rescue(async: { (_: Broken) in inner })

    #expect(promise.got == 3)
  }

  @Test func `with a promise, is rejected with the error that the handler throws`() {
    let promise = rejected(Broken()).rescue(async: { (error: Broken) throws -> Promise<Int> in
      throw Broken(number: error.number + 1)
    })

    #expect(promise.broken == Broken(number: 1))
  }

  @Test func `with a promise, is rejected with a reason of another type`() {
    let promise = rejected("why").rescue(async: { (_: Broken) in Promise(value: 3) })

    #expect((promise.failure as? RejectionReasonError)?.reason as? String == "why")
  }

  @Test func `with a promise, is fulfilled with a value that needs no rescue`() {
    let promise = Promise(value: 2).rescue(async: { (_: Broken) in Promise(value: 3) })

    #expect(promise.got == 2)
  }

  @Test func `with a promise of another type, is rejected if there is nothing to rescue`() {
    let promise = Promise(value: 2).rescue(async: { (_: Broken) in Promise(value: "rescued") })

    #expect(promise.failure is NothingToRescueError)
  }
}
