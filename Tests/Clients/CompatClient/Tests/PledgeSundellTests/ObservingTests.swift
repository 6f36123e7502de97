import PledgeSundell
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct ObservingTests {
  @Test func `callbacks run when the promise is resolved, in the order of their registration`() {
    let log = Log<String>()
    let promise = Promise<Int>()
    promise.observe { result in log.add("first \(result)") }
    promise.observe { result in log.add("second \(result)") }
    #expect(log.entries.isEmpty)
    promise.resolve(with: 1)
    #expect(log.entries == ["first success(1)", "second success(1)"])
  }

  @Test func `every function can be called with its label`() {
    let log = Log<String>()
    let note: @Sendable (Future<Int>.Result) -> Void = { result in log.add("\(result)") }
    let (resolved, rejected) = (Promise<Int>(value: nil), Promise<Int>())
    let end = resolved.chained(using: { Promise<Int>(value: $0 + 1) })
      .transformed(with: { $0 + 1 })
    end.observe(using: note)
    rejected.observe(using: { result in log.add("\(result.error is Broken)") })
    resolved.resolve(with: 1)
    rejected.reject(with: Broken())
    #expect(log.entries == ["success(3)", "true"])
  }

  @Test func `callbacks run when the promise is rejected`() {
    let log = Log<Int?>()
    let promise = Promise<Int>()
    promise.observe { result in log.add((result.error as? Broken)?.number) }
    promise.reject(with: Broken(number: 7))
    #expect(log.entries == [7])
  }

  @Test func `a callback runs synchronously if there is already an outcome`() {
    let log = Log<Int>()
    Promise(value: 3).observe { result in log.add((try? result.get()) ?? 0) }
    #expect(log.entries == [3])
  }

  @Test func `a promise made without a value is pending`() {
    let log = Log<Bool>()
    let promise = Promise<Int?>()
    promise.observe { result in log.add((try? result.get()) == .some(nil)) }
    #expect(log.entries.isEmpty)
    promise.resolve(with: nil)
    #expect(log.entries == [true])
  }

  @Test func `callbacks run on the thread that resolves`() async {
    let threads = Log<ObjectIdentifier>()
    let promise = Promise<Int>()
    await onSmallStack {
      promise.observe { _ in threads.add(currentThread()) }
    }
    let settling = await onSmallStack {
      promise.resolve(with: 1)
      return currentThread()
    }
    #expect(threads.entries == [settling])
  }

  @Test func `the first settlement counts, for early and late observers`() {
    let log = Log<String>()
    let promise = Promise<Int>()
    promise.observe { result in log.add("early \(result)") }
    promise.resolve(with: 1)
    promise.resolve(with: 2)
    promise.reject(with: Broken())
    promise.observe { result in log.add("late \(result)") }
    #expect(log.entries == ["early success(1)", "late success(1)"])
  }

  @Test func `a promise can be exposed as a future that shares its outcome`() {
    let promise = Promise<String>()
    let future: Future<String> = promise
    promise.resolve(with: "here")
    let log = Log<String>()
    future.observe { result in log.add((try? result.get()) ?? "") }
    #expect(log.entries == ["here"])
    #expect(future === promise)
    #expect(future is Promise<String>)
  }

  @Test func `a callback may observe and settle its own promise`() {
    let log = Log<String>()
    let promise = Promise<Int>()
    promise.observe { [weak promise] _ in
      log.add("outer")
      promise?.resolve(with: 2)
      promise?.observe { result in log.add("inner \(result)") }
    }
    promise.observe { _ in log.add("second") }
    promise.resolve(with: 1)
    #expect(log.entries == ["outer", "second", "inner success(1)"])
  }

  @Test func `a callback is released when it has run`() {
    let log = Log<String>()
    let promise = Promise<Int>()
    do {
      let life = Life { log.add("released") }
      promise.observe { _ in withExtendedLifetime(life) { log.add("run") } }
    }
    promise.resolve(with: 1)
    #expect(log.entries == ["run", "released"])
  }

  @Test func `a subclass may override how it is resolved and rejected`() {
    final class Counted: Promise<Int>, @unchecked Sendable {
      let settlements = Log<String>()

      override func resolve(with value: Int) {
        settlements.add("resolve")
        super.resolve(with: value * 2)
      }

      override func reject(with error: any Error) {
        settlements.add("reject")
        super.reject(with: error)
      }
    }
    let log = Log<String>()
    let promise = Counted()
    (promise as Promise<Int>).resolve(with: 1)
    promise.reject(with: Broken())
    promise.observe { result in log.add("\(result)") }
    #expect(promise.settlements.entries == ["resolve", "reject"])
    #expect(log.entries == ["success(2)"])
    #expect(Counted(value: 1).settlements.entries.isEmpty)
  }

  @Test func `a subclass is created and settled like a promise`() {
    final class Named: Promise<Int>, @unchecked Sendable {
      let name: String

      init(name: String) {
        self.name = name
        super.init()
      }
    }
    final class Silent: Future<Int>, @unchecked Sendable {}
    let log = Log<String>()
    let promise = Named(name: "count")
    promise.observe { [name = promise.name] result in log.add("\(name) \(result)") }
    promise.resolve(with: 1)
    #expect(log.entries == ["count success(1)"])
    let silent = Silent()
    silent.observe { result in log.add("\(result)") }
    withExtendedLifetime(silent) { #expect(log.entries.count == 1) }
  }
}
