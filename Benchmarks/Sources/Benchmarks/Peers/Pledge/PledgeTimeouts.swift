import Pledge

extension PledgePeer {
  static func timeout(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let promise = Promise<Int>()
      let last = promise.timeout(after: .seconds(3600)).map { collect($0) }
      promise.resolve(index)
      withExtendedLifetime(last) {}
    }
  }

  static func timers(_ count: Int) -> Int {
    Checksum.of {
      let promises = (0..<count).map { _ in Promise<Int>() }
      let last = promises.map { $0.timeout(after: .seconds(3600)).map { collect($0) } }
      for (index, promise) in promises.enumerated() { promise.resolve(index) }
      withExtendedLifetime(last) {}
    }
  }
}
