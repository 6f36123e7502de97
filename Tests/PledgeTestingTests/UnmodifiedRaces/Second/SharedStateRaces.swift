extension UnmodifiedRace {
  /// An actor copies its state, suspends to fetch a part, and writes the whole copy back over newer
  /// changes (session-foundation/session-ios#769).
  static let lostUpdate = Self("lost update of a state") { isRepaired in
    let profile = Profile(isRepaired: isRepaired)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await profile.refresh() }
      group.addTask {
        for _ in 1...4 { await Task.yield() }
        await profile.rotateKey()
      }
    }
    try await expectOutcome(profile.state, is: Profile.State(name: "Ada", key: 2))
  }

  /// An answer from before a change is stored after the change has emptied the cache
  /// (adamayoung/TMDb#423).
  static let outdatedCache = Self("invalidation during a load") { isRepaired in
    let cache = ListCache(isRepaired: isRepaired)
    async let shown = cache.count()
    try await Task.sleep(for: .milliseconds(8))
    await cache.add()
    _ = await shown
    try await expectOutcome(cache.count(), is: 2)
  }

  /// A client that reconnects waits for the old connection to close, and connects even if the user
  /// has stopped it (pingdotgg/t3code#10742).
  static let unwantedConnection = Self("reconnection while closing") { isRepaired in
    let client = Client(isRepaired: isRepaired)
    let reconnection = Task.detached { await client.reconnect() }
    let user = Task.detached {
      for _ in 1...4 { await Task.yield() }
      await client.stop()
    }
    await reconnection.value
    await user.value
    try await expectOutcome(client.isConnected, is: false)
  }
}

private actor Profile {
  struct State: Equatable {
    var name = ""
    var key = 1
  }
  private(set) var state = State()
  private let isRepaired: Bool

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func refresh() async {
    var fresh = state
    fresh.name = await fetchName()
    if isRepaired { state.name = fresh.name } else { state = fresh }
  }

  func rotateKey() { state.key += 1 }
}

private func fetchName() async -> String {
  await Task.yield()
  return "Ada"
}

private actor ListCache {
  private var cached: Int?
  private var generation = 0
  private let server = ListServer()
  private let isRepaired: Bool

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func count() async -> Int {
    if let cached { return cached }
    let start = generation
    let count = await server.count()
    if !isRepaired || generation == start { cached = count }
    return count
  }

  func add() async {
    await server.add()
    cached = nil
    generation += 1
  }
}

private actor ListServer {
  private var items = 1

  func count() async -> Int {
    let count = items
    try? await Task.sleep(for: .milliseconds(2))
    return count
  }

  func add() { items += 1 }
}

private actor Client {
  private(set) var isConnected = true
  private var isWanted = true
  private let isRepaired: Bool

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func reconnect() async {
    isConnected = false
    // The old connection closes.
    await Task.yield()
    if isRepaired && !isWanted { return }
    isConnected = true
  }

  func stop() {
    isWanted = false
    isConnected = false
  }
}
