import Pledge
import PledgeTestSupport
import Testing

struct ReplaceErrorTests {
  @Test func `passes on a value`() {
    #expect(Promise(value: 2).replaceError(with: 3).got == 2)
  }

  @Test func `is fulfilled with the replacement if there is an error`() {
    let source = Promise<Int>()
    let promise = source.replaceError(with: 3)
    #expect(promise.isPending)

    source.reject(Broken())

    #expect(promise.got == 3)
  }

  @Test func `a discard of its source is an error, its own discard is not`() {
    let source = Promise<Int>(discard: {})
    let other = Promise<Int>(discard: {})
    let promises = (source.replaceError(with: 3), other.replaceError(with: 3))

    source.discard()
    promises.1.discard()

    #expect(promises.0.got == 3)
    #expect(promises.1.isDiscarded)
    #expect(other.isDiscarded)
  }

  @Test func `an unused replacement is released`() {
    let cage = Cage()
    let source = Source()
    let promise = source.promise.replaceError(with: cage.canary())
    #expect(cage.living == 1)

    source.end(.discarded, of: promise, with: cage)

    #expect(cage.living == 0)
  }
}
