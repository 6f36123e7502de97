import Foundation
import Pledge
import PledgeSundell
import TestSupport
import Testing

private typealias Future = PledgeSundell.Future
private typealias Promise = PledgeSundell.Promise

@Suite(.hangLimit) struct ChainingTests {
  struct User: Codable, Equatable {
    var name: String
  }

  @Test func `decoded reads a value from data`() {
    let data = Data(#"{"name": "Ada"}"#.utf8)
    let users = Log<User?>()
    let inferred: Future<User> = Promise(value: data).decoded()
    inferred.observe { result in users.add(try? result.get()) }
    Promise(value: data).decoded(as: User.self, using: JSONDecoder())
      .observe { result in users.add(try? result.get()) }
    #expect(users.entries == [User(name: "Ada"), User(name: "Ada")])
  }

  @Test func `decoded is rejected with the error of the decoder`() {
    let log = Log<Bool>()
    Promise(value: Data()).decoded(as: User.self).observe { result in
      if case .failure(let error) = result { log.add(error is DecodingError) }
    }
    #expect(log.entries == [true])
  }

  @available(*, deprecated)
  @Test func `the labels of the first edition mean the same`() {
    let log = Log<String>()
    Promise(value: 1).chained(with: { Promise(value: "\($0)") })
      .observe(with: { result in log.add("\(result)") })
    #expect(log.entries == [#"success("1")"#])
  }

  @Test func `values need not be Sendable`() {
    final class Image { var name = "cat" }
    let log = Log<String>()
    let image: Promise<Image> = Promise(value: Image())
    image.transformed { $0.name }.observe { result in log.add("\(result)") }
    #expect(log.entries == [#"success("cat")"#])
  }
}

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

/// Reports are global to the process, so these tests run one at a time.
@Suite(.serialized, .hangLimit) struct PledgeTests {
  @Test func `a Pledge promise settles one of the articles, unless that is settled directly`() {
    let log = Log<String>()
    let source = Pledge.Promise<Int>(discard: { log.add("stopped") })
    Promise(pledge: source).resolve(with: 1)
    #expect(log.entries == ["stopped"])
    let other = Pledge.Promise<Int>()
    Promise(pledge: other).observe { result in log.add("\(result)") }
    other.resolve(1)
    #expect(log.entries == ["stopped", "success(1)"])
  }

  @Test func `a broken promise without consumers is not reported`() {
    let found = reports {
      let promise = Promise<Int>()
      _ = promise.transformed { $0 }.chained { Promise(value: $0) }
    }
    #expect(found.isEmpty)
  }
}
