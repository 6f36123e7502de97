import PledgeSundell
import TestSupport
import Testing

@Suite(.hangLimit) struct ObservingTests {
  @Test func `a promise made without a value is pending`() {
    let log = Log<Bool>()
    let promise = Promise<Int?>()
    promise.observe { result in log.add((try? result.get()) == .some(nil)) }
    #expect(log.entries.isEmpty)
    promise.resolve(with: nil)
    #expect(log.entries == [true])
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

  @Test func `a subclass is created like a promise, and may override how it is settled`() {
    final class Counted: Promise<Int>, @unchecked Sendable {
      let settlements = Log<String>()
      let name: String

      init(name: String) {
        self.name = name
        super.init()
      }

      override func resolve(with value: Int) {
        settlements.add("resolve")
        super.resolve(with: value * 2)
      }

      override func reject(with error: any Error) {
        settlements.add("reject")
        super.reject(with: error)
      }
    }
    final class Plain: Promise<Int>, @unchecked Sendable {
      override func resolve(with value: Int) { Issue.record("settled by the initializer") }
    }
    final class Silent: Future<Int>, @unchecked Sendable {}
    let log = Log<String>()
    let (promise, silent) = (Counted(name: "count"), Silent())
    silent.observe { result in log.add("\(result)") }
    promise.observe { [name = promise.name] result in log.add("\(name) \(result)") }
    (promise as Promise<Int>).resolve(with: 1)
    promise.reject(with: Broken())
    #expect(promise.settlements.entries == ["resolve", "reject"])
    #expect(log.entries == ["count success(2)"])
    Plain(value: 1).observe { result in log.add("\(result)") }
    withExtendedLifetime(silent) { #expect(log.entries == ["count success(2)", "success(1)"]) }
  }
}
