import Pledge
import PledgeTestSupport
import Testing

struct ResolverCallbacksTests {
  @Test func `a method of the resolver may be the callback`() {
    let failure = Result<Int, Broken>.failure(Broken())
    func load(_ callback: @Sendable (Int?, (any Error)?) -> Void) { callback(1, nil) }
    func find(_ callback: @Sendable (Result<Int, Broken>) -> Void) { callback(failure) }
    func save(_ callback: @Sendable ((any Error)?) -> Void) { callback(Broken()) }

    #expect(Promise<Int> { resolver in load(resolver.settle) }.got == 1)
    #expect(Promise<Int> { resolver in find(resolver.settle) }.broken == Broken())
    #expect(Promise<Void> { resolver in save(resolver.settle) }.broken == Broken())
  }

  @Test func `only the first of several callbacks counts`() {
    let (promise, resolver) = Promise<Int>.pending()

    resolver.settle(1, nil)
    resolver.settle(nil, Broken())
    resolver.settle(Result<Int, Broken>.success(2))

    #expect(promise.got == 1)
  }
}
