extension UnmodifiedRace {
  /// A second call comes while an actor suspends to load an image, finds none in the cache, and
  /// loads it again (realm/SwiftLint#4883).
  static let doubleLoad = Self("double load of an image") { isRepaired in
    let cache = ImageCache(isRepaired: isRepaired)
    async let row = cache.image("cat")
    try await Task.sleep(for: .milliseconds(8))
    async let header = cache.image("cat")
    _ = await (row, header)
    try await expectOutcome(cache.downloads, is: 1)
  }

  /// Two requests send the same refresh token, and the second one signs the user out because the
  /// server has already replaced the token (tuist/tuist#10276).
  static let doubleRefresh = Self("double refresh of a token") { isRepaired in
    let session = Session(isRepaired: isRepaired)
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
  static let lostPermit = Self("permit lost with a canceled waiter") { isRepaired in
    let permits = Permits(isRepaired: isRepaired)
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
  private let isRepaired: Bool

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

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
  private let isRepaired: Bool

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

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
  private let isRepaired: Bool

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

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
