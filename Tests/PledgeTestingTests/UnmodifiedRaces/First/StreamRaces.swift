extension UnmodifiedRace {
  /// The exit of a process finishes the stream before the reader has passed on the last line, which
  /// is dropped (FuJacob/cotabby#824).
  static let lostLine = Self("last element of a stream lost") { isRepaired in
    let (lines, output) = AsyncStream.makeStream(of: String.self)
    let reader = Task {
      for line in ["warning", "error"] {
        await Task.yield()
        output.yield(line)
      }
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
  static let messageOrder = Self("order of messages from tasks") { isRepaired in
    let synthesizer = Synthesizer()
    let (notes, input) = AsyncStream.makeStream(of: String.self)
    let player = Task { for await note in notes { await synthesizer.play(note) } }
    var deliveries: [Task<Void, Never>] = []
    for note in ["C", "E", "G"] {
      await Task.yield()
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
