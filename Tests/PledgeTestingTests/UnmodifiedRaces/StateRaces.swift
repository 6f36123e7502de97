import PledgeTestSupport
import PledgeTesting

extension UnmodifiedRace {
  /// A stream of events is registered in a task of its own, after the last event
  /// (kean/Nuke#916).
  static let lateSubscriber = Self("subscription after the last event", timers: .atAnyTime) {
    let download = Publisher()
    let events = download.events
    try await Task.sleep(for: .milliseconds(1))
    await download.finish()
    var received: [String] = []
    for await event in events { received.append(event) }
    try expectOutcome(received, is: ["finished"])
  }

  /// A first call takes the producer out of the store before it has ended, and a second one finds
  /// nothing to wait for (openclaw/imsg#266).
  static let earlyShutdown = Self("shutdown beside another one") {
    let store = Subscriptions()
    await store.start()
    async let first: Void = store.close()
    await store.close()
    let isDrained = store.isDrained.value
    await first
    try expectOutcome(isDrained, is: true)
  }

  /// A sandbox stops, is shut down while its process exits, and then calls itself stopped
  /// (apple/container#684).
  static let revivedState = Self("transition while another one waits") {
    let sandbox = Sandbox()
    async let stop: Void = sandbox.stop()
    await sandbox.shutDown()
    await stop
    try await expectOutcome(sandbox.state, is: "shut down")
  }

  /// A load that was replaced gives no image, and still notes that its picture is shown
  /// (chattymin/PokeTokenBar#138).
  static let staleStamp = Self("canceled load that stamps its result") {
    let picture = await Picture()
    let loads = await MainActor.run { [1, 2].map { picture.show($0) } }
    for load in loads { await load.value }
    try await expectOutcome(picture.shown, is: 2)
  }

  /// A check is canceled once its answer has arrived, and leaves the screen in its first state
  /// (uzairansaruzi/hermex#160).
  static let stuckState = Self("cancellation that leaves a state", timers: .atAnyTime) {
    let screen = await Check()
    let check = await screen.start()
    try await Task.sleep(for: .milliseconds(8))
    check.cancel()
    await check.value
    try await expectOutcome(screen.state == "checking", is: false)
  }
}

private actor Publisher {
  private var subscribers: [AsyncStream<String>.Continuation] = []
  private var isFinished = false
  private let isRepaired = UnmodifiedRace.isRepaired

  nonisolated var events: AsyncStream<String> {
    AsyncStream { subscriber in Task { await add(subscriber) } }
  }

  private func add(_ subscriber: AsyncStream<String>.Continuation) {
    guard isFinished else { return subscribers.append(subscriber) }
    if isRepaired { subscriber.yield("finished") }
    subscriber.finish()
  }

  func finish() {
    isFinished = true
    for subscriber in subscribers {
      subscriber.yield("finished")
      subscriber.finish()
    }
  }
}

private actor Subscriptions {
  let isDrained = Locked(false)
  private var producer: Task<Void, Never>?
  private let isRepaired = UnmodifiedRace.isRepaired

  func start() {
    producer = Task {
      await Task.yield()
      isDrained.value = true
    }
  }

  func close() async {
    let active = producer
    if !isRepaired { producer = nil }
    active?.cancel()
    await active?.value
    producer = nil
  }
}

private actor Sandbox {
  private(set) var state = "running"
  private let isRepaired = UnmodifiedRace.isRepaired

  func stop() async {
    guard state == "running" else { return }
    await exit()
    if isRepaired && state != "running" { return }
    state = "stopped"
  }

  func shutDown() { state = "shut down" }
}

private func exit() async { await Task.yield() }

private final class Picture: ScreenModel {
  private(set) var shown = 0
  private var load: Task<Void, Never>?

  func show(_ number: Int) -> Task<Void, Never> {
    load?.cancel()
    let load = Task {
      await decode()
      if isRepaired && Task.isCancelled { return }
      shown = number
    }
    self.load = load
    return load
  }
}

private func decode() async { await Task.yield() }

private final class Check: ScreenModel {
  private(set) var state = ""

  func start() -> Task<Void, Never> {
    Task {
      state = "checking"
      do {
        try await configure()
      } catch {
        state = "idle"
        return
      }
      if Task.isCancelled {
        if isRepaired { state = "idle" }
        return
      }
      state = "ready"
    }
  }
}

private func configure() async throws { try await Task.sleep(for: .milliseconds(1)) }
