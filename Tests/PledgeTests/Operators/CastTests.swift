import Pledge
import PledgeTestSupport
import Testing

struct CastTests {
  private class Animal: @unchecked Sendable {}
  private final class Cat: Animal, @unchecked Sendable {}

  @Test func `casts to a subclass`() {
    let cat = Cat()
    let promise = Promise<Animal>(value: cat).cast(to: Cat.self)

    #expect(promise.got === cat)
  }

  @Test func `infers the type from the context`() {
    let promise: Promise<Int> = Promise<any Sendable>(value: 2).cast()

    #expect(promise.got == 2)
  }

  @Test func `a value of another type is rejected with an error that names both`() {
    let failure = Promise<Animal>(value: Animal()).cast(to: Cat.self).failure

    #expect(failure.map { "\($0)" } == "cannot cast a value of type Animal to Cat")
  }

  @Test func `names the dynamic type of the value`() {
    let failure = Promise<any Sendable>(value: [1]).cast(to: String.self).failure

    #expect(failure.map { "\($0)" } == "cannot cast a value of type Array<Int> to String")
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
