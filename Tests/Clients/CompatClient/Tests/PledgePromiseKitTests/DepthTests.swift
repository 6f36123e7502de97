import Dispatch
import Foundation
import PledgePromiseKit
import TestSupport
import Testing

extension PromiseKitTests {
  @Suite struct Depths {
    @Test func `a pending chain of 20,000 is released on a small stack`() async {
      await onSmallStack {
        _ = logged {
          let (source, seal) = Guarantee<Int>.pending()
          var end = source
          for _ in 0..<20_000 { end = end.map(on: nil) { $0 + 1 } }
          _ = seal
        }
      }
      // Completion is the assertion.
    }

    @Test func `a loop of 20,000 turns on a queue ends`() async {
      let queue = DispatchQueue(label: "loop")
      @Sendable func loop(_ turn: Int) -> Promise<Int> {
        Promise.value(turn + 1).then(on: queue) { $0 == 20_000 ? Promise.value($0) : loop($0) }
      }
      let end = loop(0)
      #expect(await outcome(of: end).isFulfilled)
      #expect(end.value == 20_000)
    }

    @Test func `a thousand stages hop between queues in order`() async throws {
      let order = Log<Int>()
      var chain = Promise.value(0)
      for step in 0..<1000 {
        chain = chain.then(on: .global()) { value in Promise.value(value) }.get { value in
          order.add(step)
        }
      }
      _ = try await chain.async()
      #expect(order.entries == Array(0..<1000))
    }
  }
}
