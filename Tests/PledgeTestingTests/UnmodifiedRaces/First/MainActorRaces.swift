import PledgeTestSupport

extension UnmodifiedRace {
  /// Earlier searches go on, and an answer to an earlier text that comes late replaces the current
  /// results (xmtplabs/convos-ios#20).
  static let staleResults = Self("stale results of a search") { isRepaired in
    let model = await SearchModel(isRepaired: isRepaired)
    let searches = await MainActor.run { ["a", "ab"].map { model.search($0) } }
    for search in searches { await search.value }
    try await expectOutcome(model.results, is: "ab…")
  }

  /// The flag against a second load is set by the task that loads, so two rows that appear before
  /// it starts load the same page (FuJacob/cotabby#294).
  static let doublePage = Self("double load of a page") { isRepaired in
    let feed = await Feed(isRepaired: isRepaired)
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
  static let lateProgress = Self("progress after completion") { isRepaired in
    let download = await Download(isRepaired: isRepaired)
    await download.run()
    for update in download.updates.entries { await update.value }
    try await expectOutcome(download.state, is: "complete")
  }
}

@MainActor
private final class SearchModel {
  private(set) var results = ""
  private var search: Task<Void, Never>?
  private let isRepaired: Bool

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

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

@MainActor
private final class Feed {
  private(set) var items: [Int] = []
  private(set) var loads: [Task<Void, Never>] = []
  private var isLoading = false
  private let isRepaired: Bool

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

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

@MainActor
private final class Download {
  private(set) var state = "waiting"
  let updates = Log<Task<Void, Never>>()
  private let isRepaired: Bool

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

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
