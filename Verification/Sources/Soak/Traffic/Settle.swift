import Pledge
import Support

extension SoakOperation {
  /// Registers handlers and settles on several threads.
  ///
  /// One thread settles, all handlers receive its outcome, and those of one thread are called in
  /// the order of registration.
  func settle(in environment: Environment, _ random: inout RandomChoices) {
    let (promise, resolver) = Promise<Int>.pending()
    let outcomes: [Result<Int, Failure>] = [
      .success(number), .success(-number), .failure(Failure(code: number)),
    ]
    let winners = Guarded<[Result<Int, Failure>]>([])
    for outcome in outcomes.shuffled(using: &random).prefix(random.draw(1...3)) {
      let done = expectation("a thread settles")
      environment.onRandomQueue(&random) {
        if resolver.settle(with: outcome.mapError { $0 }) { winners.with { $0.append(outcome) } }
        done()
      }
    }
    let handled = Guarded<[Result<Int, Failure>]>([])
    for _ in 0..<random.draw(1...3) {
      let handlers = (0..<random.draw(1...4)).map { expectation("handler \($0) of a thread runs") }
      environment.onRandomQueue(&random) {
        self.register(handlers, with: promise) { outcome in handled.with { $0.append(outcome) } }
      }
    }
    endSetup { self.checkOutcomes(handled.with { $0 }, winners.with { $0 }) }
  }

  private func checkOutcomes(_ handled: [Result<Int, Failure>], _ winners: [Result<Int, Failure>]) {
    check(winners.count == 1, "settled \(winners.count) times")
    for outcome in handled where outcome != winners[0] {
      check(false, "\(outcome) is delivered, but \(winners[0]) was settled with")
    }
  }

  /// Registers handlers that have to run in this order.
  private func register(
    _ handlers: [@Sendable () -> Void],
    with promise: Promise<Int>,
    _ handle: @escaping @Sendable (Result<Int, Failure>) -> Void
  ) {
    let last = Guarded(-1)
    for (index, handler) in handlers.enumerated() {
      promise.observe { outcome in
        let before = last.with { last in
          defer { last = index }
          return last
        }
        self.check(before == index - 1, "handler \(index) runs after handler \(before)")
        handle(outcome.mapError { $0 as? Failure ?? Failure(code: 0) })
        self.note(outcome)
        handler()
      }
    }
  }
}
