import Foundation
import Pledge
import PledgeCombine
import TestSupport
import Testing

/// Tests of main-actor code whose values are delivered on other threads.
@MainActor @Suite(.hangLimit)
struct MainActorTests {
  @Test func `values from another thread settle promises`() async throws {
    let subject = PassthroughSubject<Int, Never>()
    let (first, last, all) = (subject.firstValue(), subject.lastValue(), subject.allValues())
    let source = UncheckedSendable(subject)

    Thread.detachNewThread {
      for value in 1...3 { source.value.send(value) }
      source.value.send(completion: .finished)
    }

    #expect(try await first.value == 1)
    #expect(try await last.value == 3)
    #expect(try await all.value == [1, 2, 3])
  }

  @Test func `a sendable sink of the main actor is called on the thread that settles`() async throws
  {
    let promise = Promise<Int>()
    let received = Promise<Bool>()
    let subscription = promise.publisher
      .replaceError(with: 0)
      .sink { @Sendable _ in received.resolve(Thread.isMainThread) }

    Thread.detachNewThread { promise.resolve(1) }

    #expect(try await !received.value)
    subscription.cancel()
  }

  @Test(arguments: [User(name: "Ada"), nil])
  func `values received on the main queue may update main-actor state`(user: User?) async throws {
    let promise = Promise<User>()
    let screen = Screen()
    let subscription = screen.show(Loads(user: promise))

    Thread.detachNewThread {
      if let user { promise.resolve(user) } else { promise.reject(Broken()) }
    }

    #expect(try await screen.shown.value == user?.name ?? "nobody")
    subscription.cancel()
  }

  @Test func `a discard on another thread cancels the subscription`() async throws {
    let cancelled = Promise<Bool>()
    let never = PassthroughSubject<Int, Never>()
      .handleEvents(receiveCancel: { @Sendable in cancelled.resolve(Thread.isMainThread) })
    let first = never.firstValue()

    Thread.detachNewThread { first.discard() }

    #expect(try await !cancelled.value)
  }
}

private struct Loads: Users {
  let user: Pledge.Future<User>

  func load(_ id: Int) -> Pledge.Future<User> { user }
}
