import Dispatch
import PledgePromiseKit
import TestSupport
import Testing

extension PromiseKitTests {
  @MainActor @Suite struct Operators {
    @Test func `an error that a handler throws rejects its promise`() {
      let source = Promise.value(1)
      #expect(problem(source.map(on: nil) { _ -> Int in throw Problem.first }.error) == .first)
      #expect(problem(source.done(on: nil) { _ in throw Problem.first }.error) == .first)
      #expect(problem(source.get(on: nil) { _ in throw Problem.first }.error) == .first)
      let then = source.then(on: nil) { _ -> Promise<Int> in throw Problem.first }
      #expect(problem(then.error) == .first)
      let compact = source.compactMap(on: nil) { _ -> Int? in throw Problem.first }
      #expect(problem(compact.error) == .first)
      let failed = Promise<Int>(error: Problem.first)
      let recovered = failed.recover(on: nil) { _ -> Promise<Int> in throw Problem.second }
      #expect(problem(recovered.error) == .second)
    }

    @Test func `compactMap rejects nil with the original value`() {
      let made = Promise.value("a").compactMap(on: nil) { Int($0) }
      guard case PMKError.compactMap(let value, let type)? = made.error else {
        return #expect(Bool(false), "\(made)")
      }
      #expect(value as? String == "a")
      #expect("\(type)" == "Int")
      let box = Promise.value(Box()).compactMap(on: nil) { _ -> Int? in nil }
      guard case PMKError.compactMap(let held, _)? = box.error else {
        return #expect(Bool(false), "\(box)")
      }
      #expect(held is Box)
    }

    @Test func `tap and ensure see both outcomes and change none`() {
      let seen = Log<String>()
      let fine = Promise.value(1).tap(on: nil) { seen.add("\($0.isFulfilled)") }
        .ensure(on: nil) { seen.add("end") }
      let failed = Promise<Int>(error: Problem.first).tap(on: nil) {
        seen.add("\($0.isFulfilled)")
      }
      .ensure(on: nil) { seen.add("end") }
      #expect(fine.value == 1)
      #expect(problem(failed.error) == .first)
      #expect(seen.entries == ["true", "end", "false", "end"])
    }

    @Test func `handlers after an ensure wait for its body`() async throws {
      let seen = Log<String>()
      let queue = DispatchQueue(label: "ensure")
      queue.suspend()
      let end = Promise.value(1).ensure(on: queue) { seen.add("body") }
        .get(on: nil) { _ in seen.add("what follows") }
      #expect(end.isPending)
      queue.resume()
      #expect(try await end.async() == 1)
      #expect(seen.entries == ["body", "what follows"])
    }

    @Test(arguments: [true, false])
    func `ensureThen waits for the cleanup, and keeps the outcome`(isFine: Bool) async {
      let (cleanUp, finish) = Guarantee<Void>.pending()
      let source = isFine ? Promise.value(1) : Promise(error: Problem.first)
      let promise = source.ensureThen(on: nil) { cleanUp }
      await mainQueueDrained()
      #expect(promise.isPending)
      finish(())
      #expect(promise.isPending, "it ends on the main queue")
      #expect(await outcome(of: promise).isFulfilled == isFine)
      #expect(isFine ? promise.value == 1 : problem(promise.error) == .first)
    }

    @Test func `ensureThen runs in its turn`() async {
      let order = Log<String>()
      let (promise, seal) = Promise<Int>.pending()
      promise.ensureThen {
        order.add("ensureThen")
        return .value
      }.cauterizedQuietly()
      promise.done { _ in order.add("done") }.cauterizedQuietly()
      seal.fulfill(1)
      await mainQueueDrained()
      #expect(order.entries == ["ensureThen", "done"])
    }

    @Test func `with queues, outcomes without a matching handler pass immediately`() async {
      // The original first runs the first chain to its end: "a", "b".
      let order = Log<String>()
      let (failing, reject) = Promise<Int>.pending()
      failing.map { $0 }.catch { _ in order.add("a") }
      failing.catch { _ in order.add("b") }
      reject.reject(Problem.first)
      await mainQueueDrained()
      #expect(order.entries == ["b", "a"])
      let (fine, resolver) = Promise<Int>.pending()
      fine.catch { _ in }.finally { order.add("c") }
      fine.done { _ in order.add("d") }.cauterizedQuietly()
      resolver.fulfill(1)
      await mainQueueDrained()
      #expect(order.entries == ["b", "a", "d", "c"])
    }

    @Test func `on one queue, handlers of all operators run in the order of registration`() async {
      let order = Log<Int>()
      let (promise, seal) = Promise<Int>.pending()
      promise.map { _ in order.add(0) }.cauterizedQuietly()
      promise.ensure { order.add(1) }.cauterizedQuietly()
      promise.then { value -> Promise<Int> in
        order.add(2)
        return .value(value)
      }.cauterizedQuietly()
      promise.tap { _ in order.add(3) }.cauterizedQuietly()
      promise.get { _ in order.add(4) }.cauterizedQuietly()
      promise.ensureThen {
        order.add(5)
        return .value
      }.cauterizedQuietly()
      promise.done { _ in order.add(6) }.cauterizedQuietly()
      seal.fulfill(1)
      await mainQueueDrained()
      #expect(order.entries == Array(0..<7))
    }

    @Test func `finally runs after the body of catch`() async {
      let order = Log<String>()
      let (end, ended) = Guarantee<Void>.pending()
      let queue = DispatchQueue(label: "catch")
      queue.suspend()
      Promise<Int>(error: Problem.first).catch(on: queue) { _ in order.add("catch") }
        .finally {
          order.add("finally")
          ended(())
        }
      await mainQueueDrained()
      #expect(order.entries == [])
      queue.resume()
      _ = await outcome(of: end)
      #expect(order.entries == ["catch", "finally"])
    }

    @Test func `a void promise is recovered to a promise or to a guarantee`() async {
      let failed = Promise<Void>(error: Problem.first)
      let guarantee: Guarantee<Void> = failed.recover { _ in }
      let seen = Log<String>()
      failed.recover { error in
        seen.add("recover")
        throw error
      }.catch { _ in seen.add("catch") }
      let picked = failed.recover { _ in }
      #expect(type(of: picked) == Guarantee<Void>.self)
      _ = await outcome(of: guarantee)
      _ = await outcome(of: picked)
      await mainQueueDrained()
      #expect(seen.entries == ["recover", "catch"])
      let passed = Promise<Void>(error: PMKError.cancelled)
        .recover(policy: .allErrorsExceptCancellation) { _ in }
      #expect(passed.error?.isCancelled == true)
      let value = Promise<Int>(error: Problem.first).recover { _ in .value(2) }
      #expect(type(of: value) == Guarantee<Int>.self)
      #expect(await value.async() == 2)
    }

    @Test func `a throwing closure on a guarantee gives a promise`() async {
      let failed = after(seconds: 0).map { throw Problem.first }
      #expect(type(of: failed) == Promise<Never>.self || type(of: failed) == Promise<Void>.self)
      let then = Guarantee.value(1).then { Promise.value($0) }
      #expect(type(of: then) == Promise<Int>.self)
      let done = Guarantee.value(1).done { _ in throw Problem.second }
      let get = Guarantee.value(1).get { _ in throw Problem.second }
      done.cauterizedQuietly()
      #expect(problem(await outcome(of: get).problem) == .second)
      #expect(problem(await outcome(of: done).problem) == .second)
      let stays = Guarantee.value(1).then { Guarantee.value($0) }
      #expect(type(of: stays) == Guarantee<Int>.self)
      #expect(type(of: Guarantee.value(1).map { $0 }) == Guarantee<Int>.self)
      #expect(type(of: Guarantee.value(1).get { _ in }) == Guarantee<Int>.self)
      #expect(type(of: Guarantee.value(1).done { _ in }) == Guarantee<Void>.self)
    }

    @Test func `a rejection of the other promise rejects the one that bridges it`() {
      let (promise, seal) = Promise<Int>.pending()
      let bridged = Promise(promise)
      seal.reject(Problem.first)
      #expect(problem(bridged.error) == .first)
      #expect(Promise(Guarantee.value(2)).value == 2)
    }

    @Test func `firstly begins with the result or error of its body`() {
      #expect(firstly { Promise.value(1) }.value == 1)
      let thrown = firstly { () throws -> Promise<Int> in throw Problem.first }
      #expect(problem(thrown.error) == .first)
      let guarantee = firstly { Guarantee.value(2) }
      #expect(type(of: guarantee) == Guarantee<Int>.self)
      #expect(guarantee.value == 2)
    }

    @Test func `a body that throws rejects, unless it settled before`() {
      #expect(problem(Promise<Int> { _ in throw Problem.first }.error) == .first)
      let settled = Promise<Int> { seal in
        seal.fulfill(1)
        throw Problem.first
      }
      #expect(settled.value == 1)
    }

    @Test func `values need not be Sendable`() async throws {
      let box = Promise.value(Box()).get { $0.content = 3 }
      let content = try await box.map(\.content).async()
      #expect(content == 3)
    }
  }
}

extension PledgePromiseKit.Result {
  var problem: (any Error)? {
    if case .rejected(let error) = self { error } else { nil }
  }
}
