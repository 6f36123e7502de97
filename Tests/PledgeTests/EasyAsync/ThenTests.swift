import Pledge
import PledgeTestSupport
import Testing

struct ThenTests {
  private let values = Log<Int>()
  private let reasons = Log<(any Sendable)?>()

  // MARK: then(_:_:)

  @Test func `passes a value only to the first handler`() {
    Promise(value: 2).then({ values.add($0) }, { reasons.add($0) })

    #expect(values.entries == [2])
    #expect(reasons.count == 0)
  }

  @Test func `passes a reason only to the second handler`() {
    let source = Promise<Int>()
    source.then({ values.add($0) }, { reasons.add($0) })

    source.reject("why")

    #expect(values.count == 0)
    #expect(reasons.entries.map { $0 as? String } == ["why"])
  }

  @Test func `passes an error unchanged to the second handler`() {
    Promise<Int>(error: Broken(number: 1)).then(nil) { reasons.add($0) }

    #expect(reasons.entries.map { $0 as? Broken } == [Broken(number: 1)])
  }

  @Test func `passes the absence of a reason to the second handler`() {
    let source = Promise<Int>()
    source.reject(nil)

    source.then(nil) { reasons.add($0) }

    #expect(reasons.count == 1)
    #expect(reasons.entries.compactMap(\.self).isEmpty)
  }

  @Test func `passes an error thrown by the first handler to the second`() {
    Promise(value: 2).then({ throw Broken(number: $0) }, { reasons.add($0) })

    #expect(reasons.entries.map { $0 as? Broken } == [Broken(number: 2)])
  }

  @Test func `ignores an error thrown by the first handler if there is no second`() {
    let source = Promise<Int>()
    source.then({ throw Broken(number: $0) }, nil)
    source.then({ values.add($0) }, nil)

    source.resolve(2)

    #expect(source.got == 2)
    #expect(values.entries == [2])
  }

  @Test func `may be called without handlers`() {
    let source = Promise<Int>()
    source.then(nil, nil)

    source.resolve(2)

    #expect(source.got == 2)
  }
}

// MARK: - then(_:)

extension ThenTests {
  @Test func `transforms the value`() {
    let promise: Promise<String> = Promise(value: 2).then { "\($0)" }

    #expect(promise.got == "2")
  }

  @Test func `has a promise that the handler returns as its value`() {
    let inner = Promise<Int>()
    let promise: Promise<Promise<Int>> = Promise(value: 2).then { _ in inner }

    #expect(promise.got === inner)
  }

  @Test func `is rejected with the error that the handler throws`() {
    let source = Promise<Int>()
    let promise: Promise<Int> = source.then { throw Broken(number: $0) }

    source.resolve(2)

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `passes a rejection with its reason`() {
    let source = Promise<Int>()
    let promise: Promise<Int> = source.then { $0 }

    source.reject("why")

    #expect((promise.failure as? RejectionReasonError)?.reason as? String == "why")
  }
}

// MARK: - then(async:)

extension ThenTests {
  @Test func `settles as the promise that the handler returns`() {
    let inner = Promise<Int>()
    let promise = Promise(value: 2).then(async: { _ in inner })
    #expect(promise.isPending)

    inner.resolve(3)

    #expect(promise.got == 3)
  }

  @Test func `settles immediately if the handler returns a settled promise`() {
    #expect(Promise(value: 2).then(async: { Promise(value: $0 + 1) }).got == 3)
  }

  @Test func `with a promise, is rejected with the error that the handler throws`() {
    let promise = Promise(value: 2).then(async: { (value) throws -> Promise<Int> in
      throw Broken(number: value)
    })

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `with a promise, passes a rejection without calling the handler`() {
    let promise = Promise<Int>(error: Broken()).then(async: { value in
      values.add(value)
      return Promise(value: value)
    })

    #expect(promise.broken == Broken())
    #expect(values.count == 0)
  }
}
