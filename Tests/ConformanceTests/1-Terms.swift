import Dispatch
import Pledge
import PledgeTestSupport
import Testing

@Suite("1 Terms")
struct Terms {
  @Test func `1.1.1 A promise is a future that can be settled`() {
    let promise = Promise<Int>()
    let future: Future<Int> = promise
    let stage: Promise<Int> = future.map { $0 + 1 }

    promise.resolve(1)

    #expect(future.got == 1)
    #expect(stage.got == 2)
  }

  @Test func `1.1.2 A value is any value of a Sendable type`() {
    let nothing = Promise<Int?>(value: nil)
    let inner = Promise<Int>()
    let outer = Promise<Promise<Int>>(value: inner)

    #expect(nothing.got == .some(nil))
    #expect(outer.got === inner)
    #expect(inner.isPending)
  }

  @Test func `1.1.3 An error is any Error`() {
    let error = BrokenObject()

    #expect(Promise<Int>(error: error).failure as? BrokenObject === error)
    #expect(Promise<Int>(error: CancellationError()).failure is CancellationError)
  }

  @Test func `1.1.4 A reason is any Sendable value, or nil`() {
    let reasons: [(any Sendable)?] = ["text", 404, nil, Broken()]
    let errors = reasons.map { reason in
      let promise = Promise<Int>()
      promise.reject(reason)
      return promise.failure
    }

    #expect((errors[0] as? RejectionReasonError)?.reason as? String == "text")
    #expect((errors[1] as? RejectionReasonError)?.reason as? Int == 404)
    #expect(errors[2] is RejectionReasonError)
    #expect((errors[2] as? RejectionReasonError)?.reason == nil)
    #expect(errors[3] is Broken)
  }

  @Test(.disabled("shown by Tests/Clients/MustNotCompile, which must not compile"))
  func `1.2.1 Values and escaping closures are Sendable`() {}

  @Test func `1.2.2 A closure that runs before its call returns is plain`() {
    var kept: Resolver<Int>?
    let promise = Promise<Int> { kept = $0 }

    #expect(kept?.resolve(1) == true)
    #expect(promise.got == 1)
  }

  @Test(.disabled("shown by Tests/Clients/ModesClient, which compiles and runs"))
  func `1.2.3 A main-actor class can use promises in Swift 6 mode`() {}

  @Test(
    "1.2.4 Every compiler error in a module whose default isolation is the main actor has a remedy",
    .disabled("shown by Tests/Clients/ModesClient, which compiles and runs")
  )
  func clause1_2_4() {}

  @Test
  @MainActor
  func `1.2.5 MainValue carries a value that belongs to the main actor`() async {
    let promise = Promise<MainValue<NotSendable>>()
    let log = Log<Int>()
    promise.observe(on: MainActor.shared) { result in
      log.add((try? result.get())?.value.number ?? 0)
    }

    promise.resolve(MainValue(NotSendable(number: 5)))
    await mainQueueDrained()

    #expect(log.entries == [5])
  }

  @Test
  func `1.2.6 UncheckedSendable carries any value, and the caller is responsible for its safety`() {
    let object = NotSendable(number: 5)
    let promise = Promise(value: UncheckedSendable(object))

    #expect(promise.got?.value === object)
  }
}

/// A class that is not `Sendable`.
private final class NotSendable {
  var number: Int

  init(number: Int) { self.number = number }
}
