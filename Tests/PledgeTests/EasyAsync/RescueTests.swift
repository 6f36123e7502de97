import Pledge
import PledgeTestSupport
import Testing

struct RescueTests {
  @Test func `a promise is rejected with a reason from the beginning`() {
    let reasons = Log<String>()

    Promise<Int>(error: RejectionReasonError("why")).rescue { (reason: String) in
      reasons.add(reason)
    }

    #expect(reasons.entries == ["why"])
  }

  @Test func `by its own name, settles as the future that the handler returns`() {
    let inner: Future<Int> = Promise(value: 3).shared()
    let promise = Promise<Int>(error: Broken()).rescue(async: { (_: Broken) in inner })

    #expect(promise.got == 3)
  }

  @Test func `with a promise of another type, is rejected if there is nothing to rescue`() {
    let promise = Promise(value: 2).rescue(async: { (_: Broken) in Promise(value: "rescued") })

    #expect(promise.failure is NothingToRescueError)
  }
}
