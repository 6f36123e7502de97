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
