import Pledge
import PledgeTestSupport
import Testing

struct UnwrapTests {
  @Test func `removes one of several layers`() {
    let promise = Promise<Int??>(value: .some(.none)).unwrap()

    #expect(promise.got == .some(.none))
  }

  @Test func `passes on a rejection`() {
    let promise = Promise<Int?>(error: Broken(number: 1)).unwrap(orThrow: Broken(number: 2))

    #expect(promise.broken == Broken(number: 1))
  }
}
