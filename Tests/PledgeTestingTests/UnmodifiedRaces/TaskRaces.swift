import PledgeTestSupport
import PledgeTesting

extension UnmodifiedRace {
  /// The exit of a process finishes the stream before the reader has passed on the last line, which
  /// is dropped (FuJacob/cotabby#824).
  static let lostLine = Self("last element of a stream lost", timers: .atAnyTime) {
    let (lines, output) = AsyncStream.makeStream(of: String.self)
    let reader = Task {
      for line in ["warning", "error"] { output.yield(line) }
    }
    let exit = Task {
      try? await Task.sleep(for: .milliseconds(5))
      if isRepaired { await reader.value }
      output.finish()
    }
    var received: [String] = []
    for await line in lines { received.append(line) }
    await reader.value
    await exit.value
    try expectOutcome(received, is: ["warning", "error"])
  }

  /// A delegate starts a task for each message that it receives, and tasks start in any order
  /// (orchetect/swift-osc#40).
  static let messageOrder = Self("order of messages from tasks") {
    let synthesizer = Synthesizer()
    let (notes, input) = AsyncStream.makeStream(of: String.self)
    let player = Task { for await note in notes { await synthesizer.play(note) } }
    var deliveries: [Task<Void, Never>] = []
    for note in ["C", "E", "G"] {
      if isRepaired {
        input.yield(note)
      } else {
        deliveries.append(Task.detached { await synthesizer.play(note) })
      }
    }
    input.finish()
    await player.value
    for delivery in deliveries { await delivery.value }
    try await expectOutcome(synthesizer.played, is: ["C", "E", "G"])
  }
}

private actor Synthesizer {
  private(set) var played: [String] = []

  func play(_ note: String) { played.append(note) }
}

extension UnmodifiedRace {
  /// Losing the connection answers a pending request, and the failure to send it then resumes its
  /// continuation a second time (modelcontextprotocol/swift-sdk#113).
  static let doubleResume = Self("continuation resumed twice", timers: .atAnyTime) {
    let client = RequestClient()
    async let answer = client.request(1)
    try await Task.sleep(for: .milliseconds(8))
    await client.disconnect()
    _ = await answer
    for sending in await client.sendings { await sending.value }
    try expectOutcome(client.answers.value, is: 1)
  }

  /// The children of a group start tasks without awaiting them, so the group returns before the
  /// photos are saved (wireapp/wire-ios#1153).
  static let leakedWork = Self("work that leaks from a group") {
    let album = Album()
    let saves = Log<Task<Void, Never>>()
    await withTaskGroup(of: Void.self) { group in
      for photo in 1...2 {
        group.addTask {
          let save = Task { await album.save(photo) }
          saves.add(save)
          if isRepaired { await save.value }
        }
      }
    }
    let shown = await album.photos.count
    for save in saves.entries { await save.value }
    try expectOutcome(shown, is: 2)
  }
}

private actor RequestClient {
  /// The number of calls that resume the one continuation.
  let answers = Locked(0)
  private(set) var sendings: [Task<Void, Never>] = []
  private var pending: [Int: Reply] = [:]
  private let isRepaired = UnmodifiedRace.isRepaired

  func request(_ id: Int) async -> String {
    await withCheckedContinuation { continuation in
      let reply = Reply(continuation, calls: answers)
      pending[id] = reply
      sendings.append(Task { await send(id, reply) })
    }
  }

  private func send(_ id: Int, _ reply: Reply) async {
    // The connection fails.
    try? await Task.sleep(for: .milliseconds(1))
    let isPending = pending.removeValue(forKey: id) != nil
    if isPending || !isRepaired { reply.resume(returning: "not sent") }
  }

  func disconnect() {
    for reply in pending.values { reply.resume(returning: "disconnected") }
    pending = [:]
  }
}

/// Resumes a continuation once, and counts further calls because they would trap.
private struct Reply: Sendable {
  private let continuation: CheckedContinuation<String, Never>
  private let calls: Locked<Int>

  init(_ continuation: CheckedContinuation<String, Never>, calls: Locked<Int>) {
    self.continuation = continuation
    self.calls = calls
  }

  func resume(returning answer: String) {
    let isFirst = calls.withLock { calls in
      calls += 1
      return calls == 1
    }
    if isFirst { continuation.resume(returning: answer) }
  }
}

private actor Album {
  private(set) var photos: [Int] = []

  func save(_ photo: Int) { photos.append(photo) }
}
