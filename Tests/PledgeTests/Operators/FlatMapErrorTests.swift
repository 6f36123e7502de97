import Pledge
import PledgeTestSupport
import Testing

struct FlatMapErrorTests {
  @Test func `a stage whose recovery returns that stage is rejected`() {
    let source = Promise<Int>()
    let slot = Locked<Promise<Int>?>(nil)
    let stage = source.flatMapError { _ in try #require(slot.value) }
    slot.value = stage

    source.reject(Broken())

    #expect(stage.failure is CycleError)
    slot.value = nil
  }
}

// MARK: - Errors of one type

struct FlatMapErrorFromTests {
  private struct Other: Error {}

  @Test func `accepts a protocol, and a reason that is not an error`() {
    #expect(
      Promise<Int>(error: Other()).flatMapError(from: (any Error).self) { _ in Promise(value: 2) }
        .got == 2
    )
    let source = Promise<Int>()
    source.reject("why")
    let promise = source.flatMapError(from: RejectionReasonError.self) {
      Promise(value: $0.reason as? String == "why" ? 3 : 0)
    }
    #expect(promise.got == 3)
  }
}
