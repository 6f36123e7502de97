import Pledge
import PledgeTestSupport
import Testing

struct UnwrapTests {
  @Test func `is fulfilled with the wrapped value`() {
    let source = Promise<Int?>()
    let promise: Promise<Int> = source.unwrap()
    #expect(promise.isPending)

    source.resolve(2)

    #expect(promise.got == 2)
  }

  @Test func `nil is an error`() {
    #expect(Promise<Int?>(value: nil).unwrap().failure is NilValueError)
  }

  @Test func `nil may cause a custom error`() {
    let promise = Promise<Int?>(value: nil).unwrap(orThrow: Broken(number: 1))

    #expect(promise.broken == Broken(number: 1))
  }

  @Test func `removes one of several layers`() {
    let promise = Promise<Int??>(value: .some(.none)).unwrap()

    #expect(promise.got == .some(.none))
  }

  @Test func `passes on a rejection`() {
    let promise = Promise<Int?>(error: Broken(number: 1)).unwrap(orThrow: Broken(number: 2))

    #expect(promise.broken == Broken(number: 1))
  }

  @Test func `discarding it does not affect the source`() {
    let source = Promise<Int?>(discard: {})

    source.unwrap().discard()

    #expect(source.isDiscarded)
  }
}
