extension TaskPeer {
  static func awaitSettled(_ count: Int) -> Int {
    checksum {
      let task = stage { 1 }
      for _ in 0..<count { collect(await task.value) }
    }
  }

  static func awaitTask(_ count: Int) -> Int {
    checksumInPool {
      for _ in 0..<count { collect((try? await Task { try await one() }.value) ?? 0) }
    }
  }

  static func awaitPending(_ count: Int) -> Int {
    checksum {
      for _ in 0..<count { collect(await Task(executorPreference: executor) { 1 }.value) }
    }
  }
}
