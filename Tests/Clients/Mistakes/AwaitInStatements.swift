import Pledge

#if MISTAKE
func title(of id: Int) -> Promise<String> {
  load(id)
    .map { try decode($0) }
    .map { user in
      let name = try await fetchName(of: user.id)  // the mistake
      return name
    }
    .map { $0.uppercased() }  // 1
}
// 1: error: cannot infer type of closure parameter '$0' without a type annotation
#elseif MAIN
func title(of id: Int) -> Promise<String> {
  load(id)
    .map { try decode($0) }
    .map(on: MainActor.shared) { user in  // 1
      let name = try await fetchName(of: user.id)
      return name
    }
    .map { $0.uppercased() }
}
// 1: error: cannot pass function of type '@Sendable (User) async throws -> String' to parameter expecting synchronous function type
#elseif TYPED
func title(of id: Int) -> Promise<String> {
  load(id)
    .map { try decode($0) }
    .map { user -> String in  // 1
      let name = try await fetchName(of: user.id)
      return name
    }
    .map { $0.uppercased() }
}
// 1: error: cannot pass function of type '@Sendable (User) async throws -> String' to parameter expecting synchronous function type
#else
func title(of id: Int) -> Promise<String> {
  load(id)
    .map { try decode($0) }
    .flatMap { user in
      Promise {
        let name = try await fetchName(of: user.id)
        return name
      }
    }
    .map { $0.uppercased() }
}
#endif
