import Pledge
import PledgeTestSupport
import Testing

@Suite("Promises/A+ 2.1: states", .hangLimit)
struct APlusStates {
  private let value = Token()
  private let reason = Token()

  @Test("2.1.1.1 A pending promise becomes fulfilled or rejected")
  func clause2_1_1_1() {
    let (fulfilled, rejected) = (Promise<Token>(), Promise<Token>())
    #expect(fulfilled.isPending && rejected.isPending)

    fulfilled.resolve(value)
    rejected.reject(reason)

    #expect(fulfilled.isFulfilled && rejected.isRejected)
    rejected.ignoringErrors()
  }

  @Test("2.1.2.1 A fulfilled promise stays fulfilled", arguments: Platform.allCases)
  func clause2_1_2_1(platform: Platform) {
    let queue = Queue(of: platform)
    let promise = queue.turn {
      let promise = Promise(value: value)
      _ = promise.tap(on: queue) { _ in disturb(promise) }
      return promise
    }

    #expect(promise.isFulfilled)
  }

  @Test("2.1.2.2 Its value does not change", arguments: Platform.allCases)
  func clause2_1_2_2(platform: Platform) {
    let queue = Queue(of: platform)
    let seen = Log<Token>()
    let promise = queue.turn {
      let promise = Promise(value: value)
      _ = promise.tap(on: queue) { _ in disturb(promise) }
      _ = promise.tap(on: queue) { seen.add($0) }
      return promise
    }

    #expect(promise.got === value)
    #expect(seen.entries.map { $0 === value } == [true])
  }

  @Test("2.1.3.1 A rejected promise stays rejected", arguments: Platform.allCases)
  func clause2_1_3_1(platform: Platform) {
    let queue = Queue(of: platform)
    let promise = queue.turn {
      let promise = Promise<Token>(error: reason)
      promise.catch(on: queue) { _ in disturb(promise) }
      return promise
    }

    #expect(promise.isRejected)
  }

  @Test("2.1.3.2 Its reason does not change", arguments: Platform.allCases)
  func clause2_1_3_2(platform: Platform) {
    let queue = Queue(of: platform)
    let seen = Log<any Error>()
    let promise = queue.turn {
      let promise = Promise<Token>(error: reason)
      promise.catch(on: queue) { _ in disturb(promise) }
      promise.catch(on: queue) { seen.add($0) }
      return promise
    }

    #expect(promise.failure as? Token === reason)
    #expect(seen.entries.map { $0 as? Token === reason } == [true])
  }
}

/// Attempts to settle `promise` again in every possible way.
@Sendable private func disturb(_ promise: Promise<Token>) {
  promise.resolve(Token())
  promise.reject(Token())
  promise.discard()
  promise.chain(after: Promise(value: Token()))
}
