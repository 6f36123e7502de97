import PledgeThen
import TestSupport
import Testing

@Suite(.hangLimit) struct ProgressTests {
  /// Returns a promise, and the functions that report progress and settle it once it has been
  /// started.
  func held() -> (Promise<Int>, Locked<(@Sendable (Float) -> Void, @Sendable (Int) -> Void)?>) {
    let hold = Locked<(@Sendable (Float) -> Void, @Sendable (Int) -> Void)?>(nil)
    let promise = Promise<Int> { resolve, _, progress in hold.withLock { $0 = (progress, resolve) }
    }
    return (promise, hold)
  }

  @Test func `progress is reported to blocks, down the chain, unless it is zero`() {
    let log = Log<Float>()
    let (promise, hold) = held()
    promise.progress { log.add($0) }
    promise.chain { _ in }.then { $0 + 1 }.progress { log.add($0 * 10) }
    hold.value?.0(0)
    hold.value?.0(0.5)
    #expect(log.entries == [0.5, 5])
  }

  @Test func `a settled promise does not report progress`() {
    let log = Log<Float>()
    let (promise, hold) = held()
    promise.progress { log.add($0) }
    let derived = promise.then { $0 }
    derived.progress { log.add($0 * 10) }
    derived.fulfill(0)
    hold.value?.0(0.25)
    hold.value?.1(1)
    hold.value?.0(0.5)
    #expect(log.entries == [0.25])
  }

  @Test func `progress that is reported during the start is not received`() {
    let log = Log<Float>()
    Promise<Int> { resolve, _, progress in
      progress(0.5)
      resolve(1)
    }.progress { log.add($0) }
    #expect(log.entries.isEmpty)
  }

  @Test func `blocks are released when the promise is settled`() {
    let log = Log<String>()
    let (promise, hold) = held()
    do {
      let life = Life(log.note("released"))
      promise.progress { _ in withExtendedLifetime(life) {} }
    }
    #expect(log.entries.isEmpty)
    hold.value?.1(1)
    #expect(log.entries == ["released"])
  }
}
