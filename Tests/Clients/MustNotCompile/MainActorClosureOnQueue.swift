// expect: converting function value of type '@MainActor @Sendable (String) -> Void' to '@Sendable (String) throws -> Void' loses global actor 'MainActor'
import Dispatch
import Pledge

// To the compiler, the main queue is an ordinary queue. Use `on: MainActor.shared` instead.

func show(_ name: Future<String>, by draw: @escaping @MainActor (String) -> Void) {
  name.tap(on: DispatchQueue.main, draw)
}
