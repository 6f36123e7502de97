import Testing

@testable import fanout

@Suite struct DispatchTests {
  private var dispatch = Dispatch(workers: 3)

  @Test mutating func `a retry goes to a worker to which the item has not been assigned`() throws {
    let first = try assign(7)
    dispatch.end(first, .failed(.busy))
    // The others are busier, and it is the first one's turn.
    for item in 8...9 { _ = try assign(item) }
    let second = try assign(7)
    dispatch.end(second, .failed(.busy))
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
    let fourth = dispatch.hedge(7)
    #expect(fourth == nil)
  }

  @Test mutating func `each attempt asks a worker at most once`() throws {
    let first = try assign(7)
    for _ in 0..<2 {
      let other = try hedge(7)
      dispatch.end(other, .failed(.busy))
    }
    let fourth = dispatch.hedge(7)
    #expect(fourth == nil)

    dispatch.end(first, .failed(.busy))
    let again = try assign(7)
    let other = try hedge(7)

    #expect(other.worker != again.worker)
  }

  @Test mutating func `an item without a current call is not hedged`() throws {
    let call = try assign(7)
    dispatch.end(call, .failed(.busy))

    let hedge = dispatch.hedge(7)

    #expect(hedge == nil)
  }

  @Test mutating func `only the first end of a call counts`() throws {
    let call = try assign(7)

    dispatch.end(call, .answered)
    dispatch.end(call, .discarded)

    #expect(dispatch.ledger.calls(for: 7).map(\.fate) == [.answered])
    #expect(dispatch.pool.calls == 0)
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
    let assignment = dispatch.assign(item)
    return try #require(assignment)
  }

  private mutating func hedge(_ item: Int) throws -> Assignment {
    let assignment = dispatch.hedge(item)
    return try #require(assignment)
  }
}
