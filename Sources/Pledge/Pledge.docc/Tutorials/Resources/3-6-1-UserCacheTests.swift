import PledgeTesting
import Testing

actor Server {
  private(set) var requests = 0

  func user(_ id: Int) -> String {
    requests += 1
    return "\(id) Radia"
  }
}

actor UserCache {
  private var loads: [Int: Task<String, Never>] = [:]
  private let server: Server

  init(_ server: Server) { self.server = server }

  func user(_ id: Int) async -> String {
    let load = loads[id] ?? Task { await server.user(id) }
    loads[id] = load
    return await load.value
  }
}

struct UserCacheTests {
  @Test func `two callers cause one request, in every order`() throws {
    try explore { world in
      let server = Server()
      let cache = UserCache(server)
      for _ in 1...2 { Task { await cache.user(7) } }
      world.run()
      Task { #expect(await server.requests == 1) }
      world.run()
    }
  }
}
