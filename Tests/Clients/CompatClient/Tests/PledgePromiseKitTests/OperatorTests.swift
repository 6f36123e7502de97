import Dispatch
import PledgePromiseKit
import TestSupport
import Testing

// Runs on the main actor, so that the main queue waits for the test.
extension PromiseKitTests {
  @MainActor @Suite struct Operators {
    private let fine = Promise.value(1)
    private let failed = Promise<Int>(error: Problem.first)

    @Test func `an error that a handler throws rejects its promise`() {
      let recovered = failed.recover(on: nil) { _ -> Promise<Int> in throw Problem.second }
      let errors = [
        fine.map(on: nil) { _ -> Int in throw Problem.first }.error,
        fine.done(on: nil) { _ in throw Problem.first }.error,
        fine.get(on: nil) { _ in throw Problem.first }.error,
        fine.then(on: nil) { _ -> Promise<Int> in throw Problem.first }.error,
        fine.compactMap(on: nil) { _ -> Int? in throw Problem.first }.error, recovered.error,
      ]
      #expect(errors.map(problem) == [.first, .first, .first, .first, .first, .second])
    }

    @Test func `compactMap rejects nil with the original value`() {
      let made = Promise.value("a").compactMap(on: nil) { Int($0) }
      let box = Promise.value(Box()).compactMap(on: nil) { _ -> Int? in nil }
      guard case PMKError.compactMap(let value, let type)? = made.error,
        case PMKError.compactMap(let held, _)? = box.error
      else { return #expect(Bool(false), "\(made), \(box)") }
      #expect(value as? String == "a" && "\(type)" == "Int" && held is Box)
    }

    @Test func `tap and ensure see both outcomes and change none`() {
      let seen = Log<String>()
      for source in [fine, failed] {
        let end = source.tap(on: nil) { seen.add("\($0.isFulfilled)") }
          .ensure(on: nil) { seen.add("end") }
        #expect(end.value == source.value && problem(end.error) == problem(source.error))
      }
      #expect(seen.entries == ["true", "end", "false", "end"])
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

  /// Handlers without a queue run synchronously.
  @MainActor @Suite struct Zalgo {
    private let fine = Promise.value(1)
    private let failed = Promise<Int>(error: Problem.first)

    @Test func `without a queue, handlers of a settled promise run before the call returns`() {
      let calls = Log<String>()
      #expect(fine.map(on: nil) { $0 + 1 }.value == 2)
      #expect(fine.then(on: nil) { Promise.value($0 + 2) }.value == 3)
      #expect(fine.compactMap(on: nil) { $0 + 3 }.value == 4)
      #expect(fine.done(on: nil) { _ in }.isFulfilled)
      #expect(fine.get(on: nil) { calls.add("get \($0)") }.value == 1)
      #expect(fine.tap(on: nil) { _ in calls.add("tap") }.value == 1)
      #expect(fine.ensure(on: nil) { calls.add("ensure") }.value == 1)
      failed.catch(on: nil) { _ in calls.add("catch") }.finally(on: nil) { calls.add("finally") }
      #expect(failed.recover(on: nil) { _ in Promise.value(5) }.value == 5)
      #expect(failed.recover(on: nil) { _ in Guarantee.value(6) }.value == 6)
      fine.pipe { _ in calls.add("pipe") }
      #expect(calls.entries == ["get 1", "tap", "ensure", "catch", "finally", "pipe"])
    }

    @Test func `a branch that does not match is passed on without the queue`() {
      let cancelled = Promise<Int>(error: PMKError.cancelled)
      let rejected: [any Thenable] = [
        failed.map { $0 }, failed.then { Promise.value($0) }, failed.done { _ in },
        failed.get { _ in }, failed.compactMap { $0 }, cancelled.recover { _ in Promise.value(2) },
      ]
      #expect(rejected.allSatisfy { $0.isRejected })
      #expect(fine.recover { _ in Promise.value(2) }.isFulfilled)
      #expect(fine.recover { _ in Guarantee.value(2) }.isResolved)
      let calls = Locked(0)
      for promise in [fine, cancelled] {
        promise.catch { _ in }.finally(on: nil) { calls.withLock { $0 += 1 } }
      }
      #expect(calls.value == 2)
    }

    @Test func `a branch that matches goes through the queue, even if the promise is settled`()
      async
    {
      #expect(fine.map { $0 }.isPending && fine.tap { _ in }.isPending && fine.ensure {}.isPending)
      #expect(failed.recover { _ in Promise.value(2) }.isPending)
      #expect(Guarantee.value(1).map { $0 }.isPending)
      await mainQueueDrained()
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
