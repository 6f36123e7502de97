import PledgeThen
import TestSupport
import Testing

@Suite(.hangLimit) struct ErrorTests {
  enum Plain: Error {
    case one
    case two
  }

  /// Not `Equatable`: its associated values are not compared.
  enum Loaded: Error {
    case one(Int)
    case two(Int)
  }

  let failed = Promise<Int>(error: Broken(number: 1))

  @Test func `recover replaces any error`() {
    #expect(failed.recover(with: 3).value == 3)
    #expect(Promise(1).recover(with: 3).value == 1)
    #expect(failed.recover { _ in 32 }.value == 32)
    #expect(failed.recover { _ in Promise(32) }.value == 32)
    #expect(failed.recover { error -> Int in throw error }.error is Broken)
    #expect(failed.recover { error -> Promise<Int> in throw error }.error is Broken)
  }

  @Test func `recover starts its replacement promise only after an error`() {
    let log = Log<String>()
    let other = Promise<Int> { resolve, _ in
      log.add("other")
      resolve(2)
    }
    #expect(Promise(1).recover(with: other).value == 1)
    #expect(log.entries.isEmpty)
    #expect(failed.recover(with: other).value == 2)
    #expect(log.entries == ["other"])
  }

  @Test func `recover replaces an error like the given one`() {
    #expect(Promise<Int>(error: Plain.one).recover(Plain.one, with: 3).value == 3)
    #expect(Promise<Int>(error: Plain.one).recover(Plain.two, with: 3).error is Plain)
    #expect(failed.recover(Broken(number: 1), with: 3).value == 3)
    #expect(failed.recover(Broken(number: 2), with: 3).error is Broken)
    #expect(failed.recover(Plain.one, with: 3).error is Broken)
  }

  @Test func `errors that are not Equatable match by domain and code`() {
    let one = Promise<Int>(error: Loaded.one(1))
    #expect(one.recover(Loaded.one(2), with: 3).value == 3)
    #expect(one.recover(Loaded.two(1), with: 3).error is Loaded)
    #expect(failed.recover(Loaded.one(1), with: 3).error is Broken)
    #expect(one.bridgeError(Loaded.one(2), to: Broken()).error is Broken)
    #expect(one.bridgeError(Loaded.two(1), to: Broken()).error is Loaded)
  }

  @Test func `bridgeError turns one error into another`() {
    #expect(failed.bridgeError(to: Plain.two).error is Plain)
    #expect(Promise(1).bridgeError(to: Plain.two).value == 1)
    let one = Promise<Int>(error: Plain.one)
    #expect(one.bridgeError(Plain.one, to: Broken()).error is Broken)
    #expect(one.bridgeError(Plain.two, to: Broken()).error is Plain)
    #expect(one.bridgeError { _ in throw Broken() }.error is Broken)
    #expect(one.bridgeError { _ in }.error is Plain)
  }

  @Test func `convertErrorToNil has a nil value instead of an error`() {
    let none = failed.convertErrorToNil()
    #expect(none.error == nil)
    #expect(none.value == .some(nil))
    #expect(Promise(1).convertErrorToNil().value == .some(1))
  }

  @Test func `errors of promises are equal to themselves`() {
    #expect(PromiseError.timeout == .timeout)
    #expect(PromiseError.default != .validationFailed)
  }
}
