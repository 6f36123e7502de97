import Testing

@testable import fanout

@Suite struct PoolTests {
  @Test func `the least busy worker is next, and equals take turns`() {
    var pool = Pool(workers: 3)

    #expect((0..<4).map { _ in pool.take(avoiding: []) } == [0, 1, 2, 0])
    pool.release(2)
    #expect(pool.take(avoiding: []) == 2)
  }

  @Test func `an avoided worker is taken only if there is no other`() {
    var pool = Pool(workers: 2)

    #expect(pool.take(avoiding: [0]) == 1)
    #expect(pool.take(avoiding: [0]) == 1)
    #expect(pool.take(avoiding: [0, 1]) == 0)
    #expect(pool.takeOther(than: [0, 1]) == nil)
  }

  @Test func `a worker that was gone is taken only after a heartbeat`() {
    var pool = Pool(workers: 1)

    pool.wasGone(0)
    #expect(pool.take(avoiding: []) == nil)
    #expect(!pool.isDead)

    _ = pool.record(.answered, of: 0)
    #expect(pool.take(avoiding: []) == 0)
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
}
