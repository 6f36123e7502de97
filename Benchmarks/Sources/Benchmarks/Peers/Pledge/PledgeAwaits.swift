import Pledge

extension PledgePeer {
  static func awaitSettled(_ count: Int) -> Int {
    let promise = Promise(value: 1)
    return TaskPeer.checksum {
      for _ in 0..<count { collect((try? await promise.value) ?? 0) }
    }
  }

  static func awaitTask(_ count: Int) -> Int {
    TaskPeer.checksumInPool {
      for _ in 0..<count { collect((try? await Promise { try await one() }.value) ?? 0) }
    }
  }

  static func awaitPending(_ count: Int) -> Int {
    let backlog = Backlog<Promise<Int>>()
    return Checksum.of {
      TaskPeer.executor.run {
        for _ in 0..<count {
          let promise = Promise<Int>()
          backlog.append(promise)
          collect((try? await promise.value) ?? 0)
        }
      } whenIdle: {
        backlog.popFirst()?.resolve(1)
      }
    }
  }
}
