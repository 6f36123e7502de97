import Pledge
import Testing

@testable import WrappedOnMainActor

@MainActor @Suite struct MainActorModuleTests {
  @Test func `a module of the main actor has promises, too`() async throws {
    let picture = try await Gallery().picture("a").value
    #expect(picture.name == "a")
    #expect(try await Wall().hang(picture).value)
  }

  @Test func `what it returns is cancelled on the main actor`() {
    let gallery = Gallery()
    let kept = Locked<[(Picture) -> Void]>([])
    gallery.draw { handler in kept.withLock { $0.append(handler) } }.discard()
    #expect(gallery.drawing.isCancelled)
  }
}
