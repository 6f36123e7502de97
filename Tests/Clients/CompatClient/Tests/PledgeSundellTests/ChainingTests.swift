import Foundation
import PledgeSundell
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct ChainingTests {
  struct User: Codable, Equatable {
    var name: String
  }

  @Test func `chained settles like the future that its closure returns`() {
    let log = Log<String>()
    let first = Promise<Int>()
    let second = Promise<String>()
    first.chained { number in
      log.add("\(number)")
      return second
    }.observe { result in log.add("\(result)") }
    first.resolve(with: 1)
    #expect(log.entries == ["1"])
    second.resolve(with: "two")
    #expect(log.entries == ["1", #"success("two")"#])
  }

  @Test func `the error of either future ends the chain`() {
    let numbers = Log<Int?>()
    let failed = Promise<Int>()
    failed.reject(with: Broken(number: 1))
    failed.chained { _ -> Future<Int> in
      Issue.record("called for an error")
      return Promise(value: 0)
    }.observe { result in numbers.add((result.error as? Broken)?.number) }
    Promise(value: 1).chained { _ -> Future<Int> in
      let promise = Promise<Int>()
      promise.reject(with: Broken(number: 2))
      return promise
    }.observe { result in numbers.add((result.error as? Broken)?.number) }
    #expect(numbers.entries == [1, 2])
  }

  @Test func `an error that a closure throws rejects`() {
    let numbers = Log<Int?>()
    Promise(value: 1).chained { _ -> Future<Int> in throw Broken(number: 1) }
      .observe { result in numbers.add((result.error as? Broken)?.number) }
    Promise(value: 1).transformed { _ -> Int in throw Broken(number: 2) }
      .observe { result in numbers.add((result.error as? Broken)?.number) }
    #expect(numbers.entries == [1, 2])
  }

  @Test func `transformed changes the value, and is skipped for an error`() {
    let log = Log<String>()
    let promise = Promise<Int>()
    promise.transformed { $0 + 1 }.observe { result in log.add("\(result)") }
    promise.resolve(with: 1)
    let failed = Promise<Int>()
    failed.transformed { _ in Issue.record("called for an error") }
      .observe { result in log.add("\(result.error is Broken)") }
    failed.reject(with: Broken())
    #expect(log.entries == ["success(2)", "true"])
  }

  @Test func `an unreferenced derived future lives as long as its source`() {
    let log = Log<String>()
    let promise = Promise<Int>()
    weak var stage: Future<Int>?
    do {
      let made = promise.transformed { $0 + 1 }
      stage = made
      made.chained { Promise(value: "\($0)") }.observe { result in log.add("\(result)") }
    }
    promise.resolve(with: 1)
    #expect(log.entries == [#"success("2")"#])
    #expect(stage == nil)
  }

  @Test func `the callbacks of one future run before those of the futures derived from it`() {
    let log = Log<String>()
    let promise = Promise<Int>()
    promise.transformed { _ in log.add("first") }.observe { _ in log.add("after first") }
    promise.observe { _ in log.add("second") }
    promise.resolve(with: 1)
    #expect(log.entries == ["first", "second", "after first"])
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
    Promise(value: Data()).decoded(as: User.self)
      .observe { result in log.add(result.error is DecodingError) }
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
