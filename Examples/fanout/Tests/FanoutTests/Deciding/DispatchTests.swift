import Testing

@testable import fanout

@Suite struct DispatchTests {
  private var dispatch = Dispatch(workers: 3)

  @Test mutating func `a retry goes to a worker to which the item has not been assigned`() throws {
    let first = try assign(7)
    dispatch.end(first, .failed(.busy), at: .zero)
    // The others are busier, and it is the first one's turn.
    for item in 8...9 { _ = try assign(item) }
    let second = try assign(7)
    dispatch.end(second, .failed(.busy), at: .zero)
    let third = try assign(7)

    #expect(Set([first, second, third].map(\.worker)) == [0, 1, 2])
    #expect([first, second, third].map(\.earlier) == [0, 1, 2])
    #expect(dispatch.ledger.calls(for: 7).map(\.reason) == [.first, .retry, .retry])
  }

  @Test mutating func `a second call goes to a worker that has no call for the item`() throws {
    let first = try assign(7)
    let second = try hedge(7)
    let third = try hedge(7)

    #expect(Set([first, second, third].map(\.worker)) == [0, 1, 2])
    let fourth = dispatch.hedge(7, at: .zero)
    #expect(fourth == nil)
  }

  @Test mutating func `each attempt asks a worker at most once`() throws {
    let first = try assign(7)
    for _ in 0..<2 {
      let other = try hedge(7)
      dispatch.end(other, .failed(.busy), at: .zero)
    }
    let fourth = dispatch.hedge(7, at: .zero)
    #expect(fourth == nil)

    dispatch.end(first, .failed(.busy), at: .zero)
    let again = try assign(7)
    let other = try hedge(7)

    #expect(other.worker != again.worker)
  }

  @Test mutating func `an item without a current call is not hedged`() throws {
    let call = try assign(7)
    dispatch.end(call, .failed(.busy), at: .zero)

    let hedge = dispatch.hedge(7, at: .zero)

    #expect(hedge == nil)
  }

  @Test mutating func `only the first end of a call counts`() throws {
    let call = try assign(7)

    dispatch.end(call, .answered, at: .zero)
    dispatch.end(call, .discarded, at: .zero)

    #expect(dispatch.ledger.calls(for: 7).map(\.fate) == [.answered])
    #expect(dispatch.pool.calls == 0)
  }

  @Test mutating func `a worker that loses to three second calls in a row is a suspect`() throws {
    dispatch.pool.died(2)
    for item in 0..<3 {
      let slow = try take(item, on: 0)
      let quick = try hedge(item)
      dispatch.end(quick, .answered, at: .zero)
      dispatch.end(slow, .discarded, at: .zero)
    }

    #expect(dispatch.pool.isSuspect(0, at: .zero))
    #expect(!dispatch.pool.isSuspect(1, at: .zero))
  }

  @Test mutating func `a worker that is asked after the one that answers is not slow`() throws {
    try keepBusy()
    for item in 0..<3 {
      let calls = [try assign(item), try hedge(item), try hedge(item)]
      #expect(calls.map(\.worker) == [0, 1, 2])
      dispatch.end(calls[1], .answered, at: .zero)
      dispatch.end(calls[0], .discarded, at: .zero)
      dispatch.end(calls[2], .discarded, at: .zero)
    }

    #expect(dispatch.pool.isSuspect(0, at: .zero))
    #expect(!dispatch.pool.isSuspect(2, at: .zero))
  }

  @Test mutating func `a worker that is silent until the end of an attempt is slow`() throws {
    try keepBusy()
    for item in 0..<3 {
      let silent = try assign(item)
      let busy = try hedge(item)
      dispatch.end(busy, .failed(.busy), at: .zero)
      dispatch.ranOut(item, at: .zero)
      dispatch.end(silent, .discarded, at: .zero)
    }

    #expect(dispatch.pool.isSuspect(0, at: .zero))
    #expect(!dispatch.pool.isSuspect(1, at: .zero))
  }

  @Test mutating func `a worker that is gone is a suspect, a busy one is not`() throws {
    let gone = try take(1, on: 0)
    dispatch.end(gone, .failed(.gone), at: .zero)
    let busy = try take(2, on: 1)
    dispatch.end(busy, .failed(.busy), at: .zero)

    #expect(dispatch.pool.isSuspect(0, at: .zero))
    #expect(!dispatch.pool.isSuspect(1, at: .zero))
  }

  @Test func `an answer that is late or for another item does not count`() throws {
    let assignment = Assignment(number: 0, item: 7, worker: 1, earlier: 0)
    let answer = Answer(item: 7, worker: 1, value: 0)
    let other = Answer(item: 8, worker: 1, value: 0)

    #expect(try assignment.check(answer, isInTime: true) == answer)
    #expect(throws: CallFailure.self) { try assignment.check(answer, isInTime: false) }
    #expect(throws: CallFailure.self) { try assignment.check(other, isInTime: true) }
  }

  private mutating func assign(_ item: Int) throws -> Assignment {
    let assignment = dispatch.assign(item, at: .zero)
    return try #require(assignment)
  }

  private mutating func hedge(_ item: Int) throws -> Assignment {
    let assignment = dispatch.hedge(item, at: .zero)
    return try #require(assignment)
  }

  /// Gives worker 1 one call and worker 2 two calls, so that 0 is next, then 1, then 2.
  private mutating func keepBusy() throws {
    let calls = try (100..<106).map { try assign($0) }
    for number in [0, 1, 3] { dispatch.end(calls[number], .failed(.busy), at: .zero) }
  }

  /// Starts `item` until it is the turn of `worker`; the others refuse it.
  private mutating func take(_ item: Int, on worker: Int) throws -> Assignment {
    while true {
      let call = try assign(item)
      if call.worker == worker { return call }
      dispatch.end(call, .failed(.busy), at: .zero)
    }
  }
}
