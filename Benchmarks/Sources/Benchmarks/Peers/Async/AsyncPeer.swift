/// An `await` of an async function: what the language takes for itself.
enum AsyncPeer {
  static func awaits(_ count: Int) -> Int {
    TaskPeer.checksum {
      for _ in 0..<count { await collectOne() }
    }
  }

  /// Runs where its caller runs, which is the cheapest; collects, so that it cannot be left out.
  @inline(never)
  private nonisolated(nonsending) static func collectOne() async {
    collect(1)
  }
}
