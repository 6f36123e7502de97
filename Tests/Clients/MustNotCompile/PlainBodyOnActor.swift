// expect: converting function value of type '@MainActor @Sendable (Resolver<Int>) -> Void' to '(Resolver<Int>) throws -> Void' loses global actor 'MainActor'
// expect: converting function value of type '@MainActor @Sendable () -> Future<Int>' to '() throws -> Future<Int>' loses global actor 'MainActor'
// expect: converting function value of type '@MainActor @Sendable (@escaping @Sendable (Int) -> Void) -> Void' to '(@escaping @Sendable (Int) -> Void) throws -> Void' loses global actor 'MainActor'
import Pledge

// Closures that run before their call returns, on the thread of a caller that is not on their
// actor.

@MainActor func bump() -> Int { 1 }

func bumped(_ cache: SingleFlight<Int, Int>) -> [Promise<Int>] {
  [
    Promise { @MainActor resolver in resolver.resolve(bump()) },
    cache.value(for: 1) { @MainActor in Promise(value: bump()) },
    Promise.fromValue { @MainActor callback in callback(bump()) },
  ]
}
