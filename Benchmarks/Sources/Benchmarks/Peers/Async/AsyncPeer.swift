/// An `await` of an async function: what the language takes for itself.
enum AsyncPeer {
  static func awaits(_ count: Int) -> Int {
    TaskPeer.checksum {
      for _ in 0..<count { collect(await one()) }
    }
  }

  /// Runs where its caller runs: nothing is cheaper.
  @inline(never)
  private nonisolated(nonsending) static func one() async -> Int { 1 }
}
