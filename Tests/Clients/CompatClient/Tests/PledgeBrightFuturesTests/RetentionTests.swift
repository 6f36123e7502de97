import Dispatch
import Pledge
import PledgeBrightFutures
import TestSupport
import Testing

private typealias Future = PledgeBrightFutures.Future
private typealias Promise = PledgeBrightFutures.Promise

/// Tests what a pending future retains, and what retains it.
@Suite(.hangLimit)
struct RetentionTests {
  @Test func `losers and timed-out waits do not accumulate in a pending future`() async {
    await raceRepeatedly(to: Broken.self, from: "losers of typed")
    await raceRepeatedly(to: (any Error).self, from: "losers of any")
  }

  private func raceRepeatedly<E: Error>(to _: E.Type, from file: StaticString) async {
    let stages = Stages(of: "\(file)")
    let installation = Diagnostics.install(stages)
    defer { installation.remove() }
    let promise = Promise<Int, E>(file: file, line: 1)
    let future = promise.future
    for _ in 0..<100 {
      #expect([future, Future(value: 1)].firstCompleted().value == 1)
    }
    await onSmallStack {
      for _ in 0..<100 { #expect(future.forced(.now()) == nil) }
    }
    #expect(stages.pending.value < 10)
    let handled = future.map(immediateExecutionContext) { $0 }
    promise.success(2)
    #expect(handled.value == 2)
  }

  @Test func `a future that can never be completed is not retained by its consumers`() {
    func ends<E: Error>(_: E.Type, _ wait: (Future<Int, E>, Life) -> Void) -> Bool {
      weak var freed: Life?
      do {
        let life = Life()
        freed = life
        wait(Future<Int, E>(), life)
      }
      return freed == nil
    }
    func check<E: Error>(_: E.Type) {
      #expect(
        ends(E.self) { future, life in
          [future, Future()].sequence().onComplete(immediateExecutionContext) { _ in _ = life }
        }
      )
      #expect(
        ends(E.self) { future, life in
          [Future(value: 1), future].fold(immediateExecutionContext, zero: 0) { sum, number in
            _ = life
            return sum + number
          }
          .onComplete(immediateExecutionContext) { _ in }
        }
      )
      #expect(
        ends(E.self) { future, life in
          future.zip(future).onComplete(immediateExecutionContext) { _ in _ = life }
        }
      )
      #expect(
        ends(E.self) { future, life in
          [future].firstCompleted().onComplete(immediateExecutionContext) { _ in _ = life }
        }
      )
    }
    check(Broken.self)
    check((any Error).self)
  }
}

/// Counts the stages created at one source location that have not ended.
private struct Stages: PromiseObserver {
  let file: String
  let pending = Locked(0)

  init(of file: String) { self.file = file }

  func observe(_ event: PromiseEvent) {
    guard event.fileID == file else { return }
    switch event.kind {
    case .chained: pending.withLock { $0 += 1 }
    case .settled: pending.withLock { $0 -= 1 }
    default: break
    }
  }
}
