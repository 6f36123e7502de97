import PledgeTesting

extension UnmodifiedRace {
  /// A second call comes while an actor suspends to load an image, finds none in the cache, and
  /// loads it again (realm/SwiftLint#4883).
  static let doubleLoad = Self("double load of an image", timers: .atAnyTime) {
    let cache = ImageCache()
    async let row = cache.image("cat")
    try await Task.sleep(for: .milliseconds(8))
    async let header = cache.image("cat")
    _ = await (row, header)
    try await expectOutcome(cache.downloads, is: 1)
  }

  /// Two requests send the same refresh token, and the second one signs the user out because the
  /// server has already replaced the token (tuist/tuist#10276).
  static let doubleRefresh = Self("double refresh of a token", timers: .atAnyTime) {
    let session = Session()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await session.authorize() }
      group.addTask {
        try? await Task.sleep(for: .milliseconds(6))
        await session.authorize()
      }
    }
    try await expectOutcome(session.isSignedIn, is: true)
  }

  /// A waiter that was canceled is woken with a permit, throws, and keeps it, so the next waiter is
  /// never woken (groue/Semaphore#3).
  static let lostPermit = Self("permit lost with a canceled waiter", timers: .atAnyTime) {
    let permits = Permits()
    try await permits.acquire()
    let waiter = Task {
      try await permits.acquire()
      await permits.release()
    }
    let user = Task {
      try? await Task.sleep(for: .milliseconds(8))
      waiter.cancel()
    }
    try await Task.sleep(for: .milliseconds(1))
    await permits.release()
    await user.value
    _ = await waiter.result
    try await expectOutcome(permits.free, is: 1)
  }
}

private actor ImageCache {
  private(set) var downloads = 0
  private var images: [String: String] = [:]
  private var loads: [String: Task<String, Never>] = [:]
  private let isRepaired = UnmodifiedRace.isRepaired

  func image(_ name: String) async -> String {
    if let image = images[name] { return image }
    if isRepaired, let load = loads[name] { return await load.value }
    let load = Task { await download(name) }
    loads[name] = load
    let image = await load.value
    images[name] = image
    return image
  }

  private func download(_ name: String) async -> String {
    downloads += 1
    try? await Task.sleep(for: .milliseconds(1))
    return "\(name).png"
  }
}

private actor Session {
  private var refreshToken: Int? = 1
  private var isExpired = true
  private var refresh: Task<Int?, Never>?
  private let server = AuthServer()
  private let isRepaired = UnmodifiedRace.isRepaired

  var isSignedIn: Bool { refreshToken != nil }

  func authorize() async {
    guard isExpired, let token = refreshToken else { return }
    if isRepaired {
      let shared = refresh ?? Task { await server.refresh(token) }
      refresh = shared
      refreshToken = await shared.value
    } else {
      refreshToken = await server.refresh(token)
    }
    isExpired = false
  }
}

/// Replaces a refresh token by the next one, and refuses the ones that it has replaced.
private actor AuthServer {
  private var current = 1

  func refresh(_ token: Int) async -> Int? {
    let isValid = token == current
    if isValid { current += 1 }
    await Task.yield()
    return isValid ? token + 1 : nil
  }
}

private actor Permits {
  private(set) var free = 1
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private let isRepaired = UnmodifiedRace.isRepaired

  func acquire() async throws {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiters.append($0) }
    }
    guard Task.isCancelled else { return }
    if isRepaired { release() }
    throw CancellationError()
  }

  func release() {
    if waiters.isEmpty { free += 1 } else { waiters.removeFirst().resume() }
  }
}

extension UnmodifiedRace {
  /// An actor copies its state, suspends to fetch a part, and writes the whole copy back over newer
  /// changes (session-foundation/session-ios#769).
  static let lostUpdate = Self("lost update of a state") {
    let profile = Profile()
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
  static let outdatedCache = Self("invalidation during a load", timers: .atAnyTime) {
    let cache = ListCache()
    async let shown = cache.count()
    try await Task.sleep(for: .milliseconds(8))
    await cache.add()
    _ = await shown
    try await expectOutcome(cache.count(), is: 2)
  }

  /// A client that reconnects waits for the old connection to close, and connects even if the user
  /// has stopped it (pingdotgg/t3code#10742).
  static let unwantedConnection = Self("reconnection while closing") {
    let client = Client()
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
  private let isRepaired = UnmodifiedRace.isRepaired

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
  private let isRepaired = UnmodifiedRace.isRepaired

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
  private let isRepaired = UnmodifiedRace.isRepaired

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
