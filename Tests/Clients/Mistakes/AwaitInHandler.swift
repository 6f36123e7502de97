import Pledge

#if MISTAKE
func title(of id: Int) -> Promise<String> {
  load(id)
    .map { try decode($0) }
    .map { try await fetchName(of: $0.id) }  // 1
    .map { $0.uppercased() }
}
// 1: error: cannot pass function of type '@Sendable (User) async throws -> String' to parameter expecting synchronous function type
#elseif MAIN
func title(of id: Int) -> Promise<String> {
  load(id)
    .map { try decode($0) }
    .map(on: MainActor.shared) { try await fetchName(of: $0.id) }  // 1
    .map { $0.uppercased() }
}
// 1: error: cannot pass function of type '@Sendable (User) async throws -> String' to parameter expecting synchronous function type
#elseif FLATMAP
func title(of id: Int) -> Promise<String> {
  load(id)
    .map { try decode($0) }
    .flatMap { try await fetchName(of: $0.id) }  // the mistake
    .map { $0.uppercased() }  // 1
}
// 1: error: cannot infer type of closure parameter '$0' without a type annotation
#else
func title(of id: Int) -> Promise<String> {
  load(id)
    .map { try decode($0) }
    .flatMap { user in Promise { try await fetchName(of: user.id) } }
    .map { $0.uppercased() }
}
#endif
