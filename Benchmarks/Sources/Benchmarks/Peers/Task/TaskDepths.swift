extension TaskPeer {
  static func deepSettle(_ count: Int) -> Int {
    checksum {
      let root = pending()
      var last = root.task
      for _ in 0..<count { last = stage { [last] in await last.value + 1 } }
      root.settle(0)
      collect(await last.value)
    }
  }

  static func deepReject(_ count: Int) -> Int {
    checksum {
      let root = pending()
      var last = stage { () async throws -> Int in
        _ = await root.value
        throw Failure()
      }
      for _ in 0..<count { last = stage { [last] in try await last.value + 1 } }
      root.settle(0)
      do { _ = try await last.value } catch { collect(count) }
    }
  }
}
