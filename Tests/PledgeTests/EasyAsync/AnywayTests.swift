import Pledge
import PledgeTestSupport
import Testing

struct AnywayTests {
  @Test func `transforms the value`() {
    #expect(Promise(value: 2).anyway { "\($0 ?? 0)" }.got == "2")
  }

  @Test func `transforms the absence of a value`() {
    let source = Promise<Int>()
    let promise = source.anyway { $0 == nil }

    source.reject(nil)

    #expect(promise.got == true)
  }

  @Test func `is rejected with the error that the handler throws`() {
    let promise: Promise<Int> = Promise<Int>(error: Broken(number: 1)).anyway { _ in
      throw Broken(number: 2)
    }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `receives a discard above`() {
    let source = Promise<Int>()
    let promise = source.anyway { $0 == nil }

    source.discard()

    #expect(promise.got == true)
  }

  @Test(arguments: [Result<Int, Broken>.success(2), .failure(Broken())])
  func `settles as the promise that the handler returns`(outcome: Result<Int, Broken>) {
    let inner = Promise<Int>()
    let source = Promise<Int>(result: outcome.mapError { $0 })
    let promise = source.anyway(async: { _ in inner })
    #expect(promise.isPending)

    inner.resolve(3)

    #expect(promise.got == 3)
  }

  @Test func `with a promise, is rejected with the error that the handler throws`() {
    let promise = Promise(value: 2).anyway(async: { (value) throws -> Promise<Int> in
      throw Broken(number: value ?? 0)
    })

    #expect(promise.broken == Broken(number: 2))
  }
}
