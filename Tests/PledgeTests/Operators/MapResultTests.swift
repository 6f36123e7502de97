import Pledge
import PledgeTestSupport
import Testing

struct MapResultTests {
  @Test func `is fulfilled with the transformed value`() {
    let source = Promise<Int>()
    let promise = source.mapResult { result in try result.get() + 1 }
    #expect(promise.isPending)

    source.resolve(2)

    #expect(promise.got == 3)
  }

  @Test func `is fulfilled with the value that replaces an error`() {
    let promise = Promise<Int>(error: Broken(number: 1)).mapResult { result -> Broken? in
      if case .failure(let error) = result { error as? Broken } else { nil }
    }

    #expect(promise.got == .some(Broken(number: 1)))
  }

  @Test func `is named mapResult in explanations`() {
    let source = Promise<Int>()
    let promise = source.mapResult { _ in }

    #expect(promise.explain().contains("mapResult"))
  }
}
