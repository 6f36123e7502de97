import PledgeTestSupport
import PledgeTesting

extension UnmodifiedRace {
  /// A toast that is replaced cancels its sleep, after which `try?` continues, and removes the
  /// toast that replaced it (gemwalletcom/gem-ios#1606).
  static let outlivedToast = Self("sleep that outlives its toast", timers: .atAnyTime) {
    let screen = await Screen()
    let dismissal = await screen.flash("saved")
    try await Task.sleep(for: .milliseconds(8))
    await screen.show("offline")
    await dismissal.value
    try await expectOutcome(screen.toast, is: "offline")
  }

  /// An upload that is canceled after its completion is shown as canceled, although the server has
  /// the file (VincentGourbin/gemma-4-swift-mlx#21).
  static let lateCancellation = Self("cancellation after completion", timers: .atAnyTime) {
    let upload = await Upload()
    let task = await upload.start()
    try await Task.sleep(for: .milliseconds(1))
    await upload.cancel()
    await task.value
    let expected: Upload.State = upload.isStored.value ? .complete : .canceled
    try await expectOutcome(upload.state, is: expected)
  }
}

private final class Screen: ScreenModel {
  private(set) var toast: String?
  private var dismissal: Task<Void, Never>?

  func show(_ text: String) {
    dismissal?.cancel()
    toast = text
  }

  func flash(_ text: String) -> Task<Void, Never> {
    show(text)
    let dismissal = Task {
      try? await Task.sleep(for: .milliseconds(2))
      if isRepaired && Task.isCancelled { return }
      toast = nil
    }
    self.dismissal = dismissal
    return dismissal
  }
}

private final class Upload: ScreenModel {
  enum State { case waiting, complete, canceled }
  private(set) var state = State.waiting
  let isStored = Locked(false)
  private var task: Task<Void, Never>?

  func start() -> Task<Void, Never> {
    let task = Task { state = await send() ? .complete : .canceled }
    self.task = task
    return task
  }

  func cancel() {
    task?.cancel()
    if !isRepaired { state = .canceled }
  }

  private nonisolated func send() async -> Bool {
    guard (try? await Task.sleep(for: .milliseconds(8))) != nil else { return false }
    isStored.value = true
    return true
  }
}

extension UnmodifiedRace {
  /// A rating that cannot be saved is rolled back after the user has chosen the next one, which is
  /// lost (ruddarr/app#709).
  static let staleRollback = Self("rollback over a newer change", timers: .atAnyTime) {
    let movie = await Movie()
    let first = await movie.rate(3)
    try await Task.sleep(for: .milliseconds(8))
    let second = await movie.rate(5)
    await first.value
    await second.value
    try await expectOutcome(movie.stars, is: 5)
  }

  /// The user stops a recorder before its start has set the flag that says that there is something
  /// to stop, and it records from then on (Awalz/SwiftyCam#192).
  static let ignoredStop = Self("flag read before it is set", timers: .atAnyTime) {
    let recorder = await Recorder()
    let start = await recorder.start()
    try await Task.sleep(for: .milliseconds(6))
    await recorder.stop()
    await start.value
    try await expectOutcome(recorder.isRecording, is: false)
  }

  /// The user signs out during a request, whose answer signs the user in again
  /// (supabase/supabase-swift#1371).
  static let undoneLogout = Self("logout during a request", timers: .atAnyTime) {
    let account = await Account()
    async let refresh: Void = account.refresh()
    try await Task.sleep(for: .milliseconds(8))
    await account.signOut()
    await refresh
    try await expectOutcome(account.user, is: nil)
  }
}

private final class Movie: ScreenModel {
  private(set) var stars = 0

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

private final class Recorder: ScreenModel {
  private(set) var isRecording = false
  private var isWanted = false

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

private final class Account: ScreenModel {
  private(set) var user: String? = "Ada"

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
