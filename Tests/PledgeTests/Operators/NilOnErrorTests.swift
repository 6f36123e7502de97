import Pledge
import PledgeTestSupport
import Testing

struct NilOnErrorTests {
  @Test func `is fulfilled with the value`() {
    #expect(Promise(value: 2).nilOnError().got == .some(2))
  }

  @Test func `is fulfilled with nil if there is an error`() {
    let source = Promise<Int>()
    let promise = source.nilOnError()
    #expect(promise.isPending)

    source.reject(Broken())

    #expect(promise.got == .some(.none))
  }

  @Test func `distinguishes a nil value from an error`() {
    #expect(Promise<Int?>(value: nil).nilOnError().got == .some(.some(.none)))
    #expect(Promise<Int?>(error: Broken()).nilOnError().got == .some(.none))
  }

  @Test func `a discard of its source is an error, its own discard is not`() {
    let source = Promise<Int>(discard: {})
    let other = Promise<Int>(discard: {})
    let promises = (source.nilOnError(), other.nilOnError())

    source.discard()
    promises.1.discard()

    #expect(promises.0.got == .some(.none))
    #expect(promises.1.isDiscarded)
    #expect(other.isDiscarded)
  }
}
