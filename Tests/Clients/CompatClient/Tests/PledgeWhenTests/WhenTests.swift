import Dispatch
import PledgeWhen
import TestSupport
import Testing

@Suite(.hangLimit)
struct WhenTests {
  private let queue = DispatchQueue(label: "when")

  @Test func `two and three promises of different types give a tuple`() async {
    let (number, text, flag) = (Promise<Int>(), Promise<String>(queue: queue), Promise<Bool>())
    let (two, three) = (when(number, text), when(number, text, flag))
    flag.resolve(true)
    text.resolve("a")
    await mainQueueDrained(4)
    #expect(two.state.isPending)
    number.resolve(1)
    let pair = await outcome(of: two).value
    #expect(pair?.0 == 1 && pair?.1 == "a")
    let triple = await outcome(of: three).value
    #expect(triple?.0 == 1 && triple?.1 == "a" && triple?.2 == true)
  }

  @Test func `any rejection rejects a tuple immediately, in either position`() async {
    for isFirst in [true, false] {
      let (one, two) = (Promise<Int>(), Promise<String>())
      let both = when(one, two)
      if isFirst { one.reject(Broken()) } else { two.reject(Broken()) }
      #expect(await outcome(of: both).error is Broken)
      one.cancel()
      two.cancel()
    }
  }

  @Test func `settled promises resolve a tuple, and a cancellation is a rejection`() async {
    let settled = (0..<2).map { Promise(state: .resolved(value: $0)) }
    let pair = await outcome(of: when(settled[0], settled[1])).value
    #expect(pair?.0 == 0 && pair?.1 == 1)
    let cancelled = Promise<Int>()
    cancelled.cancel()
    let error = await outcome(of: when([cancelled, settled[0]])).error
    #expect(error as? PromiseError == .cancelled)
  }
}

@Suite(.hangLimit)
struct StateTests {
  private let states: [State<Int>] = [
    .pending, .resolved(value: 1), .rejected(error: Broken()),
  ]

  @Test func `a state is one of three, and states of one kind are equal`() {
    #expect(states.map(\.isPending) == [true, false, false])
    #expect(states.map(\.isResolved) == [false, true, false])
    #expect(states.map(\.isRejected) == [false, false, true])
    #expect(states.map { $0.result?.value } == [nil, 1, nil])
    #expect(states.map { $0.result?.error is Broken } == [false, false, true])
    for (index, state) in states.enumerated() {
      #expect(states.map { $0 == state } == states.indices.map { $0 == index })
    }
    #expect(State.resolved(value: 1) == .resolved(value: 2))
  }

  @Test func `map transforms only the value`() {
    #expect(states.map { $0.map { "\($0)" }.result?.value } == [nil, "1", nil])
    #expect(states[2].map { "\($0)" }.isRejected)
  }
}
