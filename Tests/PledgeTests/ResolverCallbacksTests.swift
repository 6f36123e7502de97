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

  @Test func `a pair of methods may be a pair of callbacks`() {
    func find(_ success: @Sendable (Int) -> Void, _ failure: @Sendable (Broken) -> Void) {
      success(1)
      failure(Broken())
    }
    func save(_ completion: @Sendable () -> Void) { completion() }

    #expect(Promise<Int> { resolver in find(resolver.resolve, resolver.reject) }.got == 1)
    #expect(Promise<Int> { resolver in find({ _ in }, resolver.reject) }.broken == Broken())
    #expect(Promise<Void> { resolver in save(resolver.resolve) }.isFulfilled)
  }

  @Test func `a callback may return what a method of the resolver returns`() {
    func load(_ callback: @Sendable (Int?, (any Error)?) -> Void, _ error: (any Error)?) {
      callback(error == nil ? 1 : nil, error)
    }
    func wrapped(_ error: (any Error)?) -> Promise<Int> {
      Promise { resolver in
        load(
          { value, error in
            guard let value else { return resolver.reject(error) }
            return resolver.resolve(value)
          },
          error
        )
      }
    }

    #expect(wrapped(nil).got == 1)
    #expect(wrapped(Broken()).broken == Broken())
  }

  @Test func `a call whose result is used returns whether it settled the promise`() {
    let (promise, resolver) = Promise<Void>.pending()
    let first = resolver.resolve()
    let (second, third) = (resolver.resolve(()), resolver.reject(Broken()))

    #expect(first == true)
    #expect(second == false)
    #expect(third == false)
    #expect(promise.isFulfilled)
  }
}
