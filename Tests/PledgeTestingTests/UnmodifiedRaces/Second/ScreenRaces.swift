extension UnmodifiedRace {
  /// A rating that cannot be saved is rolled back after the user has chosen the next one, which is
  /// lost (ruddarr/app#709).
  static let staleRollback = Self("rollback over a newer change") { isRepaired in
    let movie = await Movie(isRepaired: isRepaired)
    let first = await movie.rate(3)
    try await Task.sleep(for: .milliseconds(8))
    let second = await movie.rate(5)
    await first.value
    await second.value
    try await expectOutcome(movie.stars, is: 5)
  }

  /// The user stops a recorder before its start has set the flag that says that there is something
  /// to stop, and it records from then on (Awalz/SwiftyCam#192).
  static let ignoredStop = Self("flag read before it is set") { isRepaired in
    let recorder = await Recorder(isRepaired: isRepaired)
    let start = await recorder.start()
    try await Task.sleep(for: .milliseconds(6))
    await recorder.stop()
    await start.value
    try await expectOutcome(recorder.isRecording, is: false)
  }

  /// The user signs out during a request, whose answer signs the user in again
  /// (supabase/supabase-swift#1371).
  static let undoneLogout = Self("logout during a request") { isRepaired in
    let account = await Account(isRepaired: isRepaired)
    async let refresh: Void = account.refresh()
    try await Task.sleep(for: .milliseconds(8))
    await account.signOut()
    await refresh
    try await expectOutcome(account.user, is: nil)
  }
}

@MainActor
private final class Movie {
  private(set) var stars = 0
  private let isRepaired: Bool

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func rate(_ stars: Int) -> Task<Void, Never> {
    let previous = self.stars
    self.stars = stars
    return Task {
      let isSaved = await save(stars)
      if !isSaved && (!isRepaired || self.stars == stars) { self.stars = previous }
    }
  }
}

/// Fails for three stars.
private func save(_ stars: Int) async -> Bool {
  try? await Task.sleep(for: .milliseconds(2))
  return stars != 3
}

@MainActor
private final class Recorder {
  private(set) var isRecording = false
  private var isWanted = false
  private let isRepaired: Bool

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func start() -> Task<Void, Never> {
    isWanted = true
    return Task {
      await openMicrophone()
      if isRepaired && !isWanted { return }
      isRecording = true
    }
  }

  func stop() {
    isWanted = false
    guard isRecording else { return }
    isRecording = false
  }
}

private func openMicrophone() async {
  for _ in 1...2 { await Task.yield() }
}

@MainActor
private final class Account {
  private(set) var user: String? = "Ada"
  private let isRepaired: Bool

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func refresh() async {
    guard let current = user else { return }
    let refreshed = await fetchUser(current)
    if !isRepaired || user == current { user = refreshed }
  }

  func signOut() { user = nil }
}

private func fetchUser(_ name: String) async -> String {
  try? await Task.sleep(for: .milliseconds(1))
  return "\(name) Lovelace"
}
