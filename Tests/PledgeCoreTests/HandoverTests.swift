import Pledge
import PledgeTestSupport
import Testing

import class PledgeSupport.Locked

@Suite struct HandoverTests {
  @Test func `handlers run once and in order, whichever thread takes over a deferred delivery`() {
    let team = Team()
    for _ in 0..<max(1, rounds / 5) {
      let promise = Promise(value: 1)
      let seen = Locked<[Int]>([])
      let register: @Sendable (Range<Int>) -> Void = { numbers in
        for number in numbers {
          promise.observe { _ in seen.withLock { $0.append(number) } }
        }
      }
      team.race([
        { nested(48) { register(0..<20) } },
        { register(20..<40) },
        { nested(48) { register(40..<60) } },
      ])
      let all = seen.withLock { $0 }
      #expect(all.filter { $0 < 20 } == Array(0..<20))
      #expect(all.filter { (20..<40).contains($0) } == Array(20..<40))
      #expect(all.filter { $0 >= 40 } == Array(40..<60))
    }
  }

  @Test func `handlers run once and in order, however often the rest is offered`() {
    let team = Team()
    for _ in 0..<max(1, rounds / 20) {
      let promise = Promise<Int>()
      let seen = Locked<[Int]>([])
      let register: @Sendable (Range<Int>) -> Void = { numbers in
        for number in numbers {
          promise.observe { _ in seen.withLock { $0.append(number) } }
        }
      }
      register(0..<10)
      team.race([
        { promise.resolve(1) },
        { register(1_000..<1_200) },
        { register(2_000..<2_200) },
      ])
      let all = seen.withLock { $0 }
      #expect(Array(all.prefix(10)) == Array(0..<10))
      #expect(all.filter { (1_000..<2_000).contains($0) } == Array(1_000..<1_200))
      #expect(all.filter { $0 >= 2_000 } == Array(2_000..<2_200))
    }
  }

  @Test(arguments: [0, 46, 47])
  func `a stage settled manually does not settle the promise its handler returned`(depth: Int) {
    let seen = Locked<[Int]>([])
    nested(depth) {
      let stage = Promise(value: 1).flatMap { _ in
        let inner = Promise(value: 7).map { $0 }
        inner.observe { value in seen.withLock { $0.append((try? value.get()) ?? 0) } }
        return inner
      }
      stage.resolve(5)
    }
    #expect(seen.withLock { $0 } == [7])
  }
}
