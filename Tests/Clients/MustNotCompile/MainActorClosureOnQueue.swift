// expect: converting function value of type '@MainActor @Sendable (String) -> Void' to '@Sendable (String) throws -> Void' loses global actor 'MainActor'
import Dispatch
import Pledge

// The main queue is a queue like any other to the compiler: `on: MainActor.shared` is what it knows.

func show(_ name: Future<String>, by draw: @escaping @MainActor (String) -> Void) {
  name.tap(on: DispatchQueue.main, draw)
}
