import Pledge
import PledgeTesting
import RxSwift
import TestSupport
import Testing

/// Tests the extensions of Documentation/RxSwift.md.
@Suite(.hangLimit)
struct RxSwiftPageTests {
  @Test func `a single, a maybe, and a completable are promises`() throws {
    #expect(try Single<Int>.create { done($0(.success(1))) }.promise().result?.get() == 1)
    #expect(try Maybe<Int>.create { done($0(.success(1))) }.promise().result?.get() == 1)
    let empty = Maybe<Int>.create { done($0(.completed)) }
    #expect(try empty.promise().result?.get() == .some(nil))
    #expect(Completable.create { done($0(.completed)) }.promise().isFulfilled)
    let failed = Single<Int>.create { done($0(.failure(Broken()))) }
    #expect(throws: Broken()) { try failed.promise().result?.get() }
    let broken = Completable.create { done($0(.error(Broken()))) }
    #expect(throws: Broken()) { try broken.promise().result?.get() }
  }

  @Test func `discarding disposes of the subscription`() {
    let disposals = Box(0)
    let observers = Box<[(SingleEvent<Int>) -> Void]>([])
    let never = Single<Int>.create { observer in
      observers.value.append(observer)
      return Disposables.create { disposals.value += 1 }
    }
    let promise = never.promise()

    promise.map { $0 }.discard()

    #expect(disposals.value == 1 && promise.isRejected)
  }

  @Test func `a broken promise names the call that created it`() {
    let (line, file) = (#line + 1 as UInt, #fileID)
    let errors = [
      error(of: Single<Int>.never().promise()), error(of: Maybe<Int>.never().promise()),
      error(of: Completable.never().promise()),
      error(of: Single<Int>.never().asObservable().firstValue()),
      error(of: Single<Int>.never().asObservable().allValues()),
    ]

    #expect(errors.map { $0?.line } == [1, 1, 2, 3, 4].map { line + $0 })
    #expect(errors.allSatisfy { $0?.fileID == file })
  }

  private func error<Value>(of promise: Promise<Value>) -> BrokenPromiseError? {
    guard case .failure(let error) = promise.result else { return nil }
    return error as? BrokenPromiseError
  }

  @Test func `a promise is a single, a maybe and a completable`() {
    let events = Box<[String]>([])
    _ = Promise(value: 1).asSingle().subscribe(onSuccess: { events.value.append("\($0)") })
    _ = Promise<Int?>(value: 2).asMaybe().subscribe(onSuccess: { events.value.append("\($0)") })
    _ = Promise<Int?>(value: nil).asMaybe().subscribe(onCompleted: { events.value.append("none") })
    _ = Promise(value: ()).asCompletable().subscribe(onCompleted: { events.value.append("done") })
    _ = Promise<Int>(error: Broken()).asSingle()
      .subscribe(onFailure: { events.value.append("\($0)") })

    #expect(events.value == ["1", "2", "none", "done", "\(Broken())"])
  }

  @Test func `disposing of a subscription detaches from the promise`() {
    let promise = Promise<Int>(discard: {})

    promise.asSingle().subscribe(onSuccess: { _ in }).dispose()

    #expect(promise.isRejected)
  }

  @Test func `an observable is a promise of its first element or of all of them`() throws {
    let numbers = Observable<Int>.create { observer in
      for number in 1...3 { observer.on(.next(number)) }
      observer.on(.completed)
      return Disposables.create()
    }
    let empty = Observable<Int>.create { observer in
      observer.on(.completed)
      return Disposables.create()
    }

    #expect(try numbers.firstValue().result?.get() == 1)
    #expect(try numbers.allValues().result?.get() == [1, 2, 3])
    #expect(throws: RxError.self) { try empty.firstValue().result?.get() }
  }
}

/// Returns what is disposed of when an observer has received everything.
private func done(_: Void) -> any Disposable { Disposables.create() }

/// A variable that closures on one thread can capture.
private final class Box<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }
}
