import PledgeThen
import TestSupport
import Testing

@Suite(.hangLimit) struct ChainingTests {
  @Test func `a next promise is started when its turn comes`() {
    let log = Log<String>()
    let next = Promise<Int> { resolve, _ in
      log.add("next")
      resolve(2)
    }
    let first = Promise<Int>()
    let chain = first.then(next)
    #expect(log.entries.isEmpty)
    first.fulfill(1)
    #expect(log.entries == ["next"])
    #expect(chain.value == 2)
  }

  @Test func `an error skips blocks for values`() {
    let promise = Promise<Int>(error: Broken(number: 5))
    let log = Log<String>()
    let end = promise.then { _ in log.add("then") }.validate { _ in
      log.add("validate")
      return true
    }.chain { log.add("chain") }
    #expect(log.entries.isEmpty)
    #expect(end.error as? Broken == Broken(number: 5))
  }

  @Test func `onError handles the error, so that later blocks run`() {
    let log = Log<String>()
    Promise<Int>(error: Broken(number: 1))
      .onError { log.add("\($0)") }
      .onError { _ in log.add("never") }
      .finally(log.note("end"))
    Promise<Int>(error: Broken()).onError { _ in }.then(log.note("goes on"))
    Promise(1).onError { _ in log.add("never") }.then(log.note("without an error"))
    #expect(log.entries == ["Broken(number: 1)", "end", "goes on", "without an error"])
  }

  @Test func `chain receives the value and passes it on`() {
    let log = Log<Int>()
    #expect(Promise(1).chain { log.add($0) }.then { $0 + 1 }.value == 2)
    #expect(log.entries == [1])
  }

  @Test func `noMatterWhat runs in any case and keeps the outcome`() {
    let log = Log<String>()
    #expect(Promise(1).noMatterWhat(log.note("value")).value == 1)
    #expect(Promise<Int>(error: Broken()).noMatterWhat(log.note("error")).error is Broken)
    #expect(log.entries == ["value", "error"])
  }

  @Test func `validate rejects invalid values`() {
    #expect(Promise(3).validate { $0 > 2 }.value == 3)
    #expect(Promise(1).validate { $0 > 2 }.error as? PromiseError == .validationFailed)
    #expect(Promise(1).validate(withError: Broken()) { $0 > 2 }.error is Broken)
  }

  @Test func `first and last select an element, and start`() {
    #expect(Promise.resolve([1, 2]).first().value == 1)
    #expect(Promise.resolve([1, 2]).last().value == 2)
    #expect(Promise<[Int]>.resolve([]).first().error as? PromiseError == .unwrappingFailed)
    #expect(Promise<[Int]>.resolve([]).last().error as? PromiseError == .unwrappingFailed)
  }

  @Test func `values need not be Sendable`() {
    final class Image { var name = "cat" }
    let promise = Promise<Image>()
    let name = promise.then { image in image.name }
    promise.fulfill(Image())
    #expect(name.value == "cat")
  }
}
