// scopes: 2000
import Pledge

/// Promises that are awaited where they are made: the closure's kind follows from its statements.
func printed() async throws {
  print(try await Promise { 1 }.value)
  print(try await Promise { try await load(1).value }.value)
  print(try await Promise { resolver in resolver.resolve(1) }.value)
  print(try await Promise { resolve, _ in resolve(1) }.value)
}
