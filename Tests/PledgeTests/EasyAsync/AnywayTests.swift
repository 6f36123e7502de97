import Pledge
import PledgeTestSupport
import Testing

struct AnywayTests {
  @Test func `receives a discard above`() {
    let source = Promise<Int>()
    let promise = source.anyway { $0 == nil }

    source.discard()

    #expect(promise.got == true)
  }

  @Test func `with a promise, is rejected with the error that the handler throws`() {
    let promise = Promise(value: 2).anyway(async: { (value) throws -> Promise<Int> in
      throw Broken(number: value ?? 0)
    })

    #expect(promise.broken == Broken(number: 2))
  }
}
