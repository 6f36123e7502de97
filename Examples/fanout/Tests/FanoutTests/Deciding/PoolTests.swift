import Testing

@testable import fanout

@Suite struct PoolTests {
  @Test func `the least busy worker is next, and equals take turns`() {
    var pool = Pool(workers: 3)

    #expect((0..<4).map { _ in pool.take(avoiding: [], at: .zero) } == [0, 1, 2, 0])
    pool.release(2)
    #expect(pool.take(avoiding: [], at: .zero) == 2)
  }

  @Test func `an avoided worker is taken only if there is no other`() {
    var pool = Pool(workers: 2)

    #expect(pool.take(avoiding: [0], at: .zero) == 1)
    #expect(pool.take(avoiding: [0], at: .zero) == 1)
    #expect(pool.take(avoiding: [0, 1], at: .zero) == 0)
    #expect(pool.takeOther(than: [0, 1], at: .zero) == nil)
  }

  @Test func `a worker that was gone is a suspect for a while, longer each time`() {
    var pool = Pool(workers: 2)

    pool.wasGone(0, at: .zero)
    _ = pool.record(.answered, of: 0)
    #expect(pool.isSuspect(0, at: .milliseconds(249)))
    #expect(pool.take(avoiding: [], at: .milliseconds(249)) == 1)
    #expect(pool.take(avoiding: [], at: .milliseconds(249)) == 1)
    #expect(pool.take(avoiding: [], at: .milliseconds(250)) == 0)

    pool.wasGone(0, at: .seconds(1))
    #expect(pool.isSuspect(0, at: .milliseconds(1499)))
    #expect(!pool.isSuspect(0, at: .milliseconds(1500)))
  }

  @Test func `a worker that was gone is taken only after a heartbeat`() {
    var pool = Pool(workers: 1)

    pool.wasGone(0, at: .zero)
    #expect(pool.take(avoiding: [], at: .seconds(60)) == nil)
    #expect(!pool.isDead)

    _ = pool.record(.answered, of: 0)
    #expect(pool.take(avoiding: [], at: .zero) == 0)
  }

  @Test func `a worker is taken again for the same item only if it is the only one`() {
    var pool = Pool(workers: 2)
    #expect(pool.takeOnly() == nil)

    pool.died(0)
    #expect(pool.takeOnly() == 1)

    pool.died(1)
    #expect(pool.takeOnly() == nil)
    #expect(pool.isDead)
  }

  @Test func `a suspicion ends with an answer`() {
    var pool = Pool(workers: 1)

    pool.wasGone(0, at: .zero)
    pool.answered(0)

    #expect(!pool.isSuspect(0, at: .zero))
  }

  @Test func `a worker that is slow three times in a row is a suspect`() {
    var pool = Pool(workers: 2)
    for _ in 0..<2 { pool.wasSlow(0, at: .zero) }
    #expect(!pool.isSuspect(0, at: .zero))

    pool.wasSlow(0, at: .zero)

    #expect(pool.isSuspect(0, at: .zero))
  }

  @Test func `a suspect is taken if there is no other worker, a dead one is not`() {
    var pool = Pool(workers: 2)
    pool.died(1)
    pool.wasGone(0, at: .zero)
    _ = pool.record(.answered, of: 0)
    #expect(pool.take(avoiding: [0], at: .zero) == 0)

    pool.died(0)

    #expect(pool.take(avoiding: [], at: .zero) == nil)
  }
}
