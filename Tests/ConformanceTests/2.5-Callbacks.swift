import Pledge
import PledgeTestSupport
import Testing

@Suite("2.5 Wrapping callbacks")
struct Callbacks {
  @Test("2.5.1 `fromValueOrError` settles with the value or the error that its callback receives")
  func clause2_5_1() {
    let fulfilled = Promise<Int>.fromValueOrError { $0(1, nil) }
    let rejected = Promise<Int>.fromValueOrError { $0(nil, Broken()) }
    let both = Promise<Int>.fromValueOrError { $0(1, Broken()) }
    let neither = Promise<Int>.fromValueOrError { $0(nil, nil) }

    #expect(fulfilled.got == 1)
    #expect(rejected.failure is Broken)
    #expect(both.failure is Broken)
    #expect(neither.failure is NoOutcomeError)
  }

  @Test("2.5.2 `fromResult` settles with the result that its callback receives")
  func clause2_5_2() {
    let fulfilled = Promise<Int>.fromResult { $0(Result<Int, Broken>.success(1)) }
    let rejected = Promise<Int>.fromResult { $0(Result<Int, Broken>.failure(Broken())) }

    #expect(fulfilled.got == 1)
    #expect(rejected.failure is Broken)
  }

  @Test("2.5.3 `fromError` is rejected with the error that its callback receives")
  func clause2_5_3() {
    let fulfilled = Promise<Void>.fromError { $0(nil) }
    let rejected = Promise<Void>.fromError { $0(Broken()) }

    #expect(fulfilled.isFulfilled)
    #expect(rejected.failure is Broken)
  }

  @Test("2.5.4 `fromValue` is fulfilled with the value that its callback receives")
  func clause2_5_4() {
    #expect(Promise<Int>.fromValue { $0(1) }.got == 1)
  }

  @Test("2.5.5 If the closure that starts the work throws, the promise is rejected with the error")
  func clause2_5_5() {
    let promise = Promise<Int>.fromValue { _ in throw Broken() }

    #expect(promise.failure is Broken)
  }

  @Test("2.5.6 If the callback is released without being called, the promise is broken")
  func clause2_5_6() {
    #expect(Promise<Int>.fromValue { _ in }.failure is BrokenPromiseError)
  }

  @Test("2.5.7 If the callback is called twice, only the first call counts")
  func clause2_5_7() {
    let promise = Promise<Int>.fromValue { callback in
      callback(1)
      callback(2)
    }

    #expect(promise.got == 1)
  }

  @Test("2.5.8 With `onDiscard:`, discarding the promise stops the work that its closure returned")
  func clause2_5_8() {
    let stopped = Locked<[String]>([])
    let callbacks = Locked<[@Sendable (Int) -> Void]>([])
    func load(_ name: String) -> Promise<Int> {
      Promise.fromValue {
        callbacks.value.append($0)
        return name
      } onDiscard: {
        stopped.value.append($0)
      }
    }

    let first = load("first")
    load("second").discard()
    callbacks.value[0](1)
    first.discard()

    #expect(first.got == 1)
    #expect(stopped.value == ["second"])
  }
}
