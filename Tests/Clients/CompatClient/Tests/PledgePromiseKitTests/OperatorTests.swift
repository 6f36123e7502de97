import Dispatch
import PledgePromiseKit
import TestSupport
import Testing

// Runs on the main actor, so that the main queue waits for the test.
extension PromiseKitTests {
  @MainActor @Suite struct Operators {
    private let fine = Promise.value(1)
    private let failed = Promise<Int>(error: Problem.first)

    @Test(arguments: [true, false])
    func `ensureThen waits for the cleanup, and keeps the outcome`(isFine: Bool) async {
      let (cleanUp, finish) = Guarantee<Void>.pending()
      let promise = (isFine ? fine : failed).ensureThen(on: nil) { cleanUp }
      await mainQueueDrained()
      #expect(promise.isPending)
      finish(())
      #expect(promise.isPending, "it ends on the main queue")
      #expect(await outcome(of: promise).isFulfilled == isFine)
      #expect(isFine ? promise.value == 1 : problem(promise.error) == .first)
    }

    @Test func `on one queue, handlers run in the order of registration, throwing ones included`()
      async
    {
      let order = Log<Int>()
      @Sendable func pass<Value>(_ value: Value, _ number: Int) -> Value {
        order.add(number)
        return value
      }
      let (promise, seal) = Promise<Int>.pending()
      promise.map { _ in order.add(0) }.cauterizedQuietly()
      promise.ensure { order.add(1) }.cauterizedQuietly()
      promise.then { pass(Promise.value($0), 2) }.cauterizedQuietly()
      promise.done { _ in throw pass(Problem.first, 3) }.cauterizedQuietly()
      promise.tap { _ in order.add(4) }.cauterizedQuietly()
      promise.get { _ in order.add(5) }.cauterizedQuietly()
      promise.ensureThen { pass(Guarantee(), 6) }.cauterizedQuietly()
      promise.done { _ in order.add(7) }.cauterizedQuietly()
      seal.fulfill(1)
      await mainQueueDrained()
      #expect(order.entries == Array(0..<8))
      let (failing, reject) = Promise<Int>.pending()
      failing.catch { _ in order.add(8) }
      failing.recover { error -> Promise<Int> in throw pass(error, 9) }.cauterizedQuietly()
      failing.catch { _ in order.add(10) }
      reject.reject(Problem.first)
      await mainQueueDrained()
      #expect(order.entries == Array(0..<11))
    }

    @Test func `handlers after an ensure, and finally after a catch, wait for its body`()
      async throws
    {
      let seen = Log<String>()
      let queue = DispatchQueue(label: "bodies")
      let (caught, ended) = Guarantee<Void>.pending()
      queue.suspend()
      let end = fine.ensure(on: queue) { seen.add("ensure") }
        .get(on: nil) { _ in seen.add("what follows") }
      failed.catch(on: queue) { _ in seen.add("catch") }
        .finally {
          seen.add("finally")
          ended(())
        }
      await mainQueueDrained()
      #expect(end.isPending && seen.entries == [])
      queue.resume()
      #expect(try await end.async() == 1)
      await caught.async()
      for order in [["ensure", "what follows"], ["catch", "finally"]] {
        #expect(seen.entries.filter { order.contains($0) } == order)
      }
    }

    @Test func `a void promise is recovered to a promise or to a guarantee`() async {
      let void = Promise<Void>(error: Problem.first)
      let guarantee: Guarantee<Void> = void.recover { _ in }
      let seen = Log<String>()
      void.recover { error in
        seen.add("recover")
        throw error
      }.catch { _ in seen.add("catch") }
      let picked = void.recover { _ in }
      #expect(type(of: picked) == Guarantee<Void>.self)
      for end in [guarantee, picked] { _ = await outcome(of: end) }
      await mainQueueDrained()
      #expect(seen.entries == ["recover", "catch"])
    }

    @Test func `firstly and initializers have the result or the first error of their body`() {
      #expect(firstly { fine }.value == 1)
      let thrown = firstly { () throws -> Promise<Int> in throw Problem.first }
      #expect(problem(thrown.error) == .first)
      let guarantee = firstly { Guarantee.value(2) }
      #expect(type(of: guarantee) == Guarantee<Int>.self && guarantee.value == 2)
      #expect(Promise(guarantee).value == 2)
      #expect(problem(Promise<Int> { _ in throw Problem.first }.error) == .first)
      let settled = Promise<Int> { seal in
        seal.fulfill(1)
        throw Problem.first
      }
      #expect(settled.value == 1)
    }

    @Test func `a handler that returns the promise of itself rejects it`() async throws {
      let held = Locked<Promise<Int>?>(nil)
      let itself: @Sendable () throws -> Promise<Int> = { try #require(held.value) }
      let makes: [(Promise<Int>) -> Promise<Int>] = [
        { $0.then { _ in try itself() } }, { $0.then(on: nil) { _ in try itself() } },
        { $0.recover(policy: .allErrors) { _ in try itself() } },
        { $0.recover(policy: .allErrorsExceptCancellation) { _ in try itself() } },
      ]
      for (number, make) in makes.enumerated() {
        let (source, seal) = Promise<Int>.pending()
        let promise = make(source)
        held.withLock { $0 = promise }
        if number < 2 { seal.fulfill(1) } else { seal.reject(Problem.first) }
        guard case .rejected(PMKError.returnedSelf) = await outcome(of: promise) else {
          return #expect(Bool(false), "\(promise)")
        }
        held.withLock { $0 = nil }
      }
    }
  }
}

extension PledgePromiseKit.Result {
  var problem: (any Error)? {
    if case .rejected(let error) = self { error } else { nil }
  }
}

extension CatchMixin {
  /// Ends a chain whose errors are irrelevant to the test.
  func cauterizedQuietly() {
    `catch` { _ in }
  }
}
