import Pledge
import PledgeTestSupport
import Testing

struct ThenTests {
  private let values = Log<Int>()

  @Test func `ignores an error thrown by the first handler if there is no second`() {
    let source = Promise<Int>()
    source.then({ throw Broken(number: $0) }, nil)
    source.then({ values.add($0) }, nil)

    source.resolve(2)

    #expect(source.got == 2)
    #expect(values.entries == [2])
  }

  @Test func `with a promise, passes a rejection without calling the handler`() {
    let promise = Promise<Int>(error: Broken()).then(async: { value in
      values.add(value)
      return Promise(value: value)
    })

    #expect(promise.broken == Broken())
    #expect(values.count == 0)
  }
}
