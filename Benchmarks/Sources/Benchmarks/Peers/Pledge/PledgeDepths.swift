import Pledge

extension PledgePeer {
  static func deepSettle(_ count: Int) -> Int {
    Checksum.of {
      let root = Promise<Int>()
      let last = stages(count, on: root).map { collect($0) }
      root.resolve(0)
      withExtendedLifetime(last) {}
    }
  }

  static func deepReject(_ count: Int) -> Int {
    Checksum.of {
      let root = Promise<Int>()
      let last = stages(count, on: root).recover { _ in collect(count) }
      root.reject(Failure())
      withExtendedLifetime(last) {}
    }
  }

  static func deepDiscard(_ count: Int) -> Int {
    Checksum.of {
      let root = Promise<Int>(discard: { collect(count) })
      stages(count, on: root).discard()
    }
  }

  static func deepDrop(_ count: Int) -> Int {
    _ = stages(count, on: Promise<Int>())
    return count
  }

  private static func stages(_ count: Int, on root: Promise<Int>) -> Promise<Int> {
    var last = root
    for _ in 0..<count { last = last.map { $0 + 1 } }
    return last
  }
}
