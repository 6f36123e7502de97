import Pledge
import PledgeTestSupport
import Testing

struct CallbacksTests {
  @Test func `a callback with nil fulfills a promise of an optional`() {
    #expect(Promise<Int?>.fromValueOrError { $0(.some(nil), nil) }.got == .some(nil))
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
}

/// Each function stops the object that its closure returned if, and only if, the promise is
/// discarded.
struct StoppedCallbacksTests {
  /// Work that an SDK has started; like most such objects, it is not `Sendable`.
  final class Request {
    private let stops: Locked<Int>
    private let callback: Any

    init(_ stops: Locked<Int>, retaining callback: Any) {
      self.stops = stops
      self.callback = callback
    }

    func cancel() { stops.value += 1 }
  }

  private let stops = Locked(0)

  @Test func `discarding stops the work`() {
    Promise<Int>.fromValueOrError { [stops] in
      Request(stops, retaining: $0)
    } onDiscard: {
      $0.cancel()
    }.discard()
    #expect(stops.value == 1)

    Promise<Int>.fromResult {
      [stops] (callback: @escaping @Sendable (Result<Int, Broken>) -> Void) in
      Request(stops, retaining: callback)
    } onDiscard: {
      $0.cancel()
    }.discard()
    #expect(stops.value == 2)

    Promise<Int>.fromValue { [stops] in
      Request(stops, retaining: $0)
    } onDiscard: {
      $0.cancel()
    }.discard()
    #expect(stops.value == 3)

    Promise.fromError { [stops] in
      Request(stops, retaining: $0)
    } onDiscard: {
      $0.cancel()
    }.discard()
    #expect(stops.value == 4)
  }

  @Test func `a callback that is called before the work is returned stops nothing`() {
    let promise = Promise<Int>.fromValue { [stops] in
      $0(1)
      return Request(stops, retaining: $0)
    } onDiscard: {
      $0.cancel()
    }

    #expect(promise.got == 1)
    #expect(stops.value == 0)
  }

  @Test func `a settled promise releases the work`() {
    let callback = Locked<(@Sendable ((any Error)?) -> Void)?>(nil)
    let cage = Cage()
    let promise = Promise.fromError { [canary = cage.canary()] in
      callback.value = $0
      return canary
    } onDiscard: { _ in
    }
    #expect(cage.living == 1)

    callback.value?(nil)

    #expect(cage.living == 0)
    #expect(promise.isFulfilled)
  }
}

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
}
