import PledgeThen
import TestSupport
import Testing

@Suite(.hangLimit) struct SettlingTests {
  @Test func `the first call of a closure of a callback counts`() {
    let promise = Promise<Int> { resolve, reject in
      reject(Broken(number: 1))
      resolve(2)
      reject(Broken(number: 3))
    }
    #expect(promise.onError { _ in }.value != nil)
    #expect(promise.error as? Broken == Broken(number: 1))
  }

  @Test func `the state describes the promise`() {
    let promise = Promise<Int> { _, _, _ in }
    #expect(promise.state.isDormant)
    let reports = Locked<(@Sendable (Float) -> Void, @Sendable (Int) -> Void)?>(nil)
    let held = Promise<Int> { resolve, _, progress in
      progress(0.25)
      reports.withLock { $0 = (progress, resolve) }
    }
    held.start()
    if case .pending(progress: 0.25) = held.state {} else { Issue.record("\(held.state)") }
    reports.value?.1(4)
    if case .fulfilled(value: 4) = held.state {} else { Issue.record("\(held.state)") }
    let failed = Promise<Int>(error: Broken())
    if case .rejected(is Broken) = failed.state {} else { Issue.record("\(failed.state)") }
    let rejected = Promise<Int> { _, reject, _ in reject(Broken()) }
    rejected.start()
    #expect(rejected.error is Broken)
    let open = Promise<Int>()
    if case .pending(progress: 0) = open.state {} else { Issue.record("\(open.state)") }
  }

  @Test func `blocks for the value run first, in order, and then those for the end`() {
    let log = Log<String>()
    let promise = Promise<Int>()
    promise.finally(log.note("first end"))
    promise.then { _ in log.add("first value") }
    promise.finally(log.note("second end"))
    promise.then { _ in log.add("second value") }
    promise.onError { _ in log.add("error") }
    promise.fulfill(1)
    #expect(log.entries == ["first value", "second value", "first end", "second end"])
    promise.finally(log.note("late end"))
    #expect(log.entries.last == "late end")
  }

  @Test func `blocks for the error run first, in order, and then those for the end`() {
    let log = Log<String>()
    let promise = Promise<Int>()
    promise.registerFinally(log.note("end"))
    promise.registerOnError { _ in log.add("first error") }
    promise.registerOnError { _ in log.add("second error") }
    promise.registerThen { _ in log.add("value") }
    promise.reject(Broken())
    #expect(log.entries == ["first error", "second error", "end"])
  }

  @Test func `a void promise resolves without a value`() {
    let log = Log<String>()
    EmptyPromise { resolve, _ in resolve() }.then(log.note("two"))
    Promise<Void> { (resolve: @escaping (() -> Void), _, _) in resolve() }.then(log.note("three"))
    AsyncTask(callback2: { resolve, _, progress in
      progress(0.5)
      resolve()
    }).then(log.note("callback2"))
    #expect(log.entries == ["two", "three", "callback2"])
  }
}
