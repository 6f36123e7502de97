import Foundation
import Pledge
import TestSupport
import Testing

@testable import WrappedInSwift5
@testable import WrappedOnMainActor

@MainActor @Suite struct MainActorModuleTests {
  @Test func `a handler that is called on another thread settles the promise`() async throws {
    let studio = Studio()
    let shop: any Shop = studio
    #expect(try await studio.photo("a").value == "a")
    #expect(try await studio.shot("b").value == "b")
    #expect(try await shop.develop("c").value == "c")
    #expect(try await studio.title(of: "d").value == "D")
    let rejected = studio.photo("")
    await #expect(throws: (any Error).self) { try await rejected.value }
  }

  @Test func `a discard on another thread cancels the work of an SDK`() async throws {
    let cancelled = Promise<Bool>()
    let studio = Studio()
    let waiting = studio.wait { cancelled.resolve(Thread.isMainThread) }
    Thread.detachNewThread { waiting.discard() }
    #expect(try await !cancelled.value)
    withExtendedLifetime(studio) {}
  }

  @Test(arguments: [false, true])
  func `a discard cancels the result on the main actor, even from another thread`(
    isElsewhere: Bool
  ) async throws {
    let gallery = Gallery()
    let cancelled = Promise<Void>()
    gallery.drawing.onCancel = { cancelled.resolve() }
    let kept = Locked<[(Picture) -> Void]>([])
    let drawn = gallery.draw { handler in kept.withLock { $0.append(handler) } }
    if isElsewhere { Thread.detachNewThread { drawn.discard() } } else { drawn.discard() }
    #expect(isElsewhere || gallery.drawing.isCancelled)
    try await cancelled.value
    #expect(gallery.drawing.isCancelled)
    withExtendedLifetime(kept) {}
  }
}

@Suite struct Swift5Tests {
  @Test func `older code has promises, too`() async throws {
    let legacy = Legacy()
    #expect(try await legacy.load(1).value == Page(text: "one"))
    await #expect(throws: LegacyError.self) { try await legacy.load(2).value }
    let stored: Promise<Void> = legacy.store(Page(text: "two"), as: 2)
    try await stored.value
    #expect(try await legacy.count().value == 2)
    #expect(try await Echo().ping().value)
  }
}
