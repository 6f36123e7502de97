extension UnmodifiedRace {
  /// Each keystroke starts a task that sleeps and then saves, and if the sleeps end in the other
  /// order, the older text stays (Ichigo3766/Open-Relay#217).
  static let doubleDebounce = Self("two debounced saves") { isRepaired in
    let note = await Note(isRepaired: isRepaired)
    let first = await note.edit("a")
    try await Task.sleep(for: .milliseconds(3))
    let second = await note.edit("ab")
    await first.value
    await second.value
    try await expectOutcome(note.saved, is: "ab")
  }

  /// An upload is canceled while it sleeps before a second attempt, and `try?` continues with that
  /// attempt (openclaw/Peekaboo#286).
  static let retryAfterCancel = Self("retry after a cancellation") { isRepaired in
    let uploader = await Uploader(isRepaired: isRepaired)
    let upload = await uploader.start()
    try await Task.sleep(for: .milliseconds(8))
    await uploader.cancel()
    await upload.value
    try await expectOutcome(uploader.events.last, is: "cancel")
  }
}

@MainActor
private final class Note {
  private(set) var saved = ""
  private var save: Task<Void, Never>?
  private let isRepaired: Bool

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func edit(_ text: String) -> Task<Void, Never> {
    if isRepaired { save?.cancel() }
    let save = Task {
      try? await Task.sleep(for: .milliseconds(5))
      if !Task.isCancelled { saved = text }
    }
    self.save = save
    return save
  }
}

@MainActor
private final class Uploader {
  private(set) var events: [String] = []
  private var upload: Task<Void, Never>?
  private let isRepaired: Bool

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func start() -> Task<Void, Never> {
    let upload = Task {
      for attempt in 1...2 {
        if isRepaired && Task.isCancelled { return }
        events.append("attempt \(attempt)")
        if await send(attempt) { return }
        try? await Task.sleep(for: .milliseconds(2))
      }
    }
    self.upload = upload
    return upload
  }

  func cancel() {
    events.append("cancel")
    upload?.cancel()
  }
}

/// Fails the first time.
private func send(_ attempt: Int) async -> Bool {
  await Task.yield()
  return attempt > 1
}
