import Dispatch
import TestSupport
import Testing

private let many = 20_000

// Such long chains are slow under the thread sanitizer, and tests that run in parallel need time,
// too.
@Suite(.serialized, .hangLimit)
struct DepthTests {
  @Test(arguments: modules, [false, true])
  func `an outcome passes a chain of twenty thousand on a small stack`(
    _ module: Module,
    fails: Bool
  ) async {
    let end = await onSmallStack {
      let source = module.pending()
      var last = source.promise
      for _ in 0..<many { last = fails ? last.then { module.fulfilled($0) } : last.map { $0 + 1 } }
      return outcome(of: last) { if fails { source.reject(Broken()) } else { source.fulfill(0) } }
    }
    #expect(end == (fails ? "\(Broken())" : "\(many)"))
  }

  @Test(arguments: modules)
  func `a chain of twenty thousand that is never settled is dropped on a small stack`(
    _ module: Module
  ) async {
    await onSmallStack {
      let released = DispatchSemaphore(value: 0)
      breaking(module) { promise in
        let life = Life { released.signal() }
        var last = promise
        for _ in 0..<many { last = last.map { $0 + 1 } }
        last.observe { _ in withExtendedLifetime(life) {} }
      }
      released.wait()
    }
    // Completion is the assertion.
  }

  @Test(arguments: modules, [false, true])
  func `a loop of twenty thousand turns ends on a small stack`(
    _ module: Module,
    settlesLater: Bool
  ) async {
    let end = await onSmallStack {
      let queue = DispatchQueue(label: "steps")
      @Sendable func step(_ turn: Int) -> any CompatPromise {
        guard settlesLater else { return module.fulfilled(turn + 1) }
        let source = module.pending()
        queue.async { source.fulfill(turn + 1) }
        return source.promise
      }
      @Sendable func loop(_ turn: Int) -> any CompatPromise {
        turn == many ? module.fulfilled(turn) : step(turn).then { loop($0) }
      }
      return outcome(of: loop(0)) {}
    }
    #expect(end == "\(many)")
  }

  @Test(arguments: inspectable)
  func `a loop retains nothing of finished turns`(_ module: any Inspectable.Type) async {
    let living = await onSmallStack { () -> [Int] in
      let (parts, living) = (Log<Weak>(), Log<Int>())
      let queue = DispatchQueue(label: "steps")
      @Sendable func loop(_ turn: Int) -> any CompatPromise {
        if turn == 1000 { return module.fulfilled(turn) }
        if turn.isMultiple(of: 100) { living.add(parts.entries.count { $0.object != nil }) }
        let source = module.pending()
        let promise = source.promise.then { _ in loop(turn + 1) }
        for part in (promise as? any Inspectable)?.parts ?? [] { parts.add(Weak(part)) }
        queue.async { source.fulfill(1) }
        return promise
      }
      _ = outcome(of: loop(0)) {}
      return living.entries
    }
    #expect(living.count == 10 && living.allSatisfy { $0 <= 6 }, "\(living)")
  }
}

/// Waits for the outcome after calling `settle`.
private func outcome(of promise: any CompatPromise, settle: () -> Void) -> String {
  let (end, log) = (DispatchSemaphore(value: 0), Log<String>())
  promise.observe {
    log.add($0.word)
    end.signal()
  }
  settle()
  end.wait()
  return log.entries[0]
}
