import Dispatch
import PledgeWhen
import TestSupport
import Testing

@Suite(.hangLimit)
struct DerivingTests {
  private let queue = DispatchQueue(label: "deriving")
  private let other = DispatchQueue(label: "other")

  private func make(_ value: Int) -> Promise<Int> {
    Promise(queue: queue, state: .resolved(value: value))
  }

  private func broken(_ error: any Error = Broken()) -> Promise<Int> {
    Promise(queue: queue, state: .rejected(error: error))
  }

  private func result<T>(_ promise: Promise<T>) -> Result<T>? {
    for _ in 0..<4 {
      queue.sync {}
      other.sync {}
    }
    return promise.state.result
  }

  @Test func `each handler is a separate job of the queue`() {
    let log = Log<String>()
    let settled = make(1)
    queue.suspend()
    let derived = settled.then(on: queue) { _ in log.add("then") }
    queue.async { log.add("other") }
    queue.resume()

    #expect(result(derived) != nil)
    #expect(log.entries == ["other", "then"])
  }

  @Test func `background and main queues need not be named`() async {
    let background = make(1)
      .thenInBackground {
        dispatchPrecondition(condition: .onQueue(.global(qos: .background)))
        return $0 + 1
      }
      .thenInBackground { [queue] in
        dispatchPrecondition(condition: .onQueue(.global(qos: .background)))
        return Promise(queue: queue, state: .resolved(value: $0 + 1))
      }
    #expect(await outcome(of: background).value == 3)
    let main = make(1)
      .then {
        dispatchPrecondition(condition: .onQueue(.main))
        return $0 + 1
      }
      .then { Promise(state: .resolved(value: $0 + 1)) }
    #expect(await outcome(of: main).value == 3)
    let recovered = broken().recover { _ in
      dispatchPrecondition(condition: .onQueue(.main))
      return 2
    }
    let rescued = broken().recover { _ in
      dispatchPrecondition(condition: .onQueue(.main))
      return Promise(state: .resolved(value: 2))
    }
    for promise in [recovered, rescued] { #expect(await outcome(of: promise).value == 2) }
    let nothing = make(1).asVoid().done { dispatchPrecondition(condition: .onQueue(.main)) }
    #expect(await outcome(of: nothing).error == nil)
  }

  @Test func `a turn of a loop that something else uses settles, too`() async {
    let states = await onSmallStack { () -> [Int?] in
      let queue = DispatchQueue(label: "loop")
      let (kept, done) = (Log<Promise<Int>>(), Log<Int>())
      @Sendable func loop(_ turn: Int) -> Promise<Int> {
        if turn == 4 { return Promise(queue: queue) { turn } }
        let promise = Promise(queue: queue) { turn + 1 }.then(on: queue) { loop($0) }
        switch turn {
        case 1: kept.add(promise)
        case 2: promise.done { done.add($0) }
        case 3: promise.then(on: queue) { done.add($0 * 10) }
        default: break
        }
        return promise
      }
      let end = DispatchSemaphore(value: 0)
      let promise = loop(0).always { _ in end.signal() }
      end.wait()
      queue.sync {}
      return [promise.state.result?.value, kept.entries.first?.state.result?.value]
        + done.entries.sorted()
    }
    #expect(states == [4, 4, 4, 40])
  }
}
