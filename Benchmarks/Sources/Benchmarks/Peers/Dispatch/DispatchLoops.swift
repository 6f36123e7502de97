import Dispatch

extension DispatchPeer {
  static func loopQueued(_ count: Int) -> Int {
    checksum(count) { _, done in
      queue.async {
        collect(1)
        done()
      }
    }
  }
}
