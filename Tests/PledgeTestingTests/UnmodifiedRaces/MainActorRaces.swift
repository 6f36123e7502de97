import PledgeTestSupport
import PledgeTesting

extension UnmodifiedRace {
  /// Earlier searches go on, and an answer to an earlier text that comes late replaces the current
  /// results (xmtplabs/convos-ios#20).
  static let staleResults = Self("stale results of a search", timers: .atAnyTime) {
    let model = await SearchModel()
    let searches = await MainActor.run { ["a", "ab"].map { model.search($0) } }
    for search in searches { await search.value }
    try await expectOutcome(model.results, is: "ab…")
  }

  /// The flag against a second load is set by the task that loads, so two rows that appear before
  /// it starts load the same page (FuJacob/cotabby#294).
  static let doublePage = Self("double load of a page", timers: .atAnyTime) {
    let feed = await Feed()
    async let firstRow: Void = feed.lastRowAppears()
    try await Task.sleep(for: .milliseconds(8))
    await feed.lastRowAppears()
    await firstRow
    for load in await feed.loads { await load.value }
    let items = await feed.items
    try expectOutcome(items, is: Array(items.indices))
  }

  /// Each step of a download starts a task, and a late one replaces the state that says that the
  /// download is complete (manaflow-ai/cmux#7674).
  static let lateProgress = Self("progress after completion", timers: .atAnyTime) {
    let download = await Download()
    await download.run()
    for update in download.updates.entries { await update.value }
    try await expectOutcome(download.state, is: "complete")
  }
}

private final class SearchModel: ScreenModel {
  private(set) var results = ""
  private var search: Task<Void, Never>?

  func search(_ text: String) -> Task<Void, Never> {
    if isRepaired { search?.cancel() }
    let search = Task {
      let found = await find(text)
      if !Task.isCancelled { results = found }
    }
    self.search = search
    return search
  }
}

private func find(_ text: String) async -> String {
  try? await Task.sleep(for: .milliseconds(4 * text.count))
  return "\(text)…"
}

private final class Feed: ScreenModel {
  private(set) var items: [Int] = []
  private(set) var loads: [Task<Void, Never>] = []
  private var isLoading = false

  func lastRowAppears() {
    guard !isLoading else { return }
    if isRepaired { isLoading = true }
    let load = Task {
      isLoading = true
      items += await page(after: items.count)
      isLoading = false
    }
    loads.append(load)
  }
}

private func page(after count: Int) async -> [Int] {
  try? await Task.sleep(for: .milliseconds(1))
  return [count, count + 1]
}

private final class Download: ScreenModel {
  private(set) var state = "waiting"
  let updates = Log<Task<Void, Never>>()

  func run() async {
    await transfer { percent in
      self.updates.add(Task { await self.show(percent) })
    }
    state = "complete"
  }

  private func show(_ percent: Int) {
    if isRepaired && state == "complete" { return }
    state = "\(percent) %"
  }
}

private func transfer(progress: @Sendable (Int) -> Void) async {
  for percent in [50, 100] {
    await Task.yield()
    progress(percent)
  }
  // The checksum.
  try? await Task.sleep(for: .milliseconds(4))
}

extension UnmodifiedRace {
  /// Each keystroke starts a task that sleeps and then saves, and if the sleeps end in the other
  /// order, the older text stays (Ichigo3766/Open-Relay#217).
  static let doubleDebounce = Self("two debounced saves", timers: .atAnyTime) {
    let note = await Note()
    let first = await note.edit("a")
    try await Task.sleep(for: .milliseconds(3))
    let second = await note.edit("ab")
    await first.value
    await second.value
    try await expectOutcome(note.saved, is: "ab")
  }

  /// An upload is canceled while it sleeps before a second attempt, and `try?` continues with that
  /// attempt (openclaw/Peekaboo#286).
  static let retryAfterCancel = Self("retry after a cancellation", timers: .atAnyTime) {
    let uploader = await Uploader()
    let upload = await uploader.start()
    try await Task.sleep(for: .milliseconds(8))
    await uploader.cancel()
    await upload.value
    try await expectOutcome(uploader.events.last, is: "cancel")
  }
}

private final class Note: ScreenModel {
  private(set) var saved = ""
  private var save: Task<Void, Never>?

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

private final class Uploader: ScreenModel {
  private(set) var events: [String] = []
  private var upload: Task<Void, Never>?

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
