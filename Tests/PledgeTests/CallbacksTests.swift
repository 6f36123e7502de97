import Pledge
import PledgeTestSupport
import Testing

struct CallbacksTests {
  @Test func `a callback with a value fulfills`() {
    #expect(Promise<Int>.fromValueOrError { $0(1, nil) }.got == 1)
    #expect(Promise<Int>.fromResult { $0(Result<Int, Broken>.success(1)) }.got == 1)
    #expect(Promise<Int>.fromValue { $0(1) }.got == 1)
  }

  @Test func `a callback with an error rejects`() {
    let failure = Result<Int, Broken>.failure(Broken())

    #expect(Promise<Int>.fromValueOrError { $0(nil, Broken()) }.broken == Broken())
    #expect(Promise<Int>.fromResult { $0(failure) }.broken == Broken())
    #expect(Promise.fromError { $0(Broken()) }.broken == Broken())
  }

  @Test func `a callback without an error fulfills`() {
    #expect(Promise.fromError { $0(nil) }.isFulfilled)
  }

  @Test func `an error takes precedence over a value`() {
    #expect(Promise<Int>.fromValueOrError { $0(1, Broken()) }.broken == Broken())
  }

  @Test func `a callback with neither rejects`() {
    #expect(Promise<Int>.fromValueOrError { $0(nil, nil) }.failure is NoOutcomeError)
  }

  @Test func `a callback with nil fulfills a promise of an optional`() {
    #expect(Promise<Int?>.fromValueOrError { $0(.some(nil), nil) }.got == .some(nil))
  }

  @Test func `only the first call counts`() {
    let promise = Promise<Int>.fromValueOrError { callback in
      callback(1, nil)
      callback(nil, Broken())
    }

    #expect(promise.got == 1)
  }

  @Test func `a callback may come later, on another thread`() {
    let callback = Locked<(@Sendable (Int) -> Void)?>(nil)
    let promise = Promise<Int>.fromValue { callback.value = $0 }
    #expect(promise.isPending)

    onThread { callback.value?(1) }

    #expect(promise.got == 1)
  }

  @Test func `a start that throws rejects`() {
    #expect(Promise<Int>.fromValueOrError { _ in throw Broken() }.broken == Broken())
    #expect(Promise<Int>.fromValue { _ in throw Broken() }.broken == Broken())
    #expect(Promise.fromError { _ in throw Broken() }.broken == Broken())
    let promise = Promise<Int>.fromResult {
      (_: @escaping @Sendable (Result<Int, Broken>) -> Void) in throw Broken()
    }
    #expect(promise.broken == Broken())
  }

  @Test func `a dropped callback breaks the promise`() {
    #expect(Promise<Int>.fromValueOrError { _ in }.failure is BrokenPromiseError)
    #expect(Promise<Int>.fromValue { _ in }.failure is BrokenPromiseError)
    #expect(Promise.fromError { _ in }.failure is BrokenPromiseError)
  }

  @Test func `a resolver accepts the results of an older callback`() {
    let (promise, resolver) = Promise<Int>.pending()

    #expect(resolver.settle(1, nil))
    #expect(!resolver.settle(nil, Broken()))
    #expect(promise.got == 1)
  }
}
