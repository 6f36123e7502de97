import Pledge

extension PledgePeer {
  static func settledMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      _ = Promise(value: index).map { $0 + 1 }.map { $0 + 1 }.map { collect($0 + 1) }
    }
  }

  static func pendingMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let promise = Promise<Int>()
      let last = promise.map { $0 + 1 }.map { $0 + 1 }.map { collect($0 + 1) }
      promise.resolve(index)
      withExtendedLifetime(last) {}
    }
  }
}
