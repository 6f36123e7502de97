import Pledge
import PledgeTestSupport
import Testing

struct CastTests {
  @Test func `infers the type from the context`() {
    let promise: Promise<Int> = Promise<any Sendable>(value: 2).cast()

    #expect(promise.got == 2)
  }

  @Test func `nil cannot be cast to another type`() {
    #expect(Promise<Int?>(value: nil).cast(to: Int.self).failure is CastError)
    #expect(Promise<Int?>(value: 2).cast(to: Int.self).got == 2)
  }

  @Test func `passes on a rejection`() {
    let source = Promise<Int>()
    let promise = source.cast(to: String.self)

    source.reject(Broken())

    #expect(promise.broken == Broken())
  }
}
