import Pledge
import PledgeTestSupport
import Testing

struct ObserveTests {
  @Test func `discarding the returned promise stops work that only the body references`() {
    let stops = Log<Void>()
    func observed() -> Promise<Int> {
      let work = Promise<Int>(discard: { stops.add() })
      return work.map { $0 }.tap { _ in }.observe { _ in withExtendedLifetime(work) {} }
    }

    observed().discard()

    #expect(stops.count == 1)
  }
}
