import Dispatch

extension DispatchPeer {
  static func pendingMaps(_ count: Int) -> Int {
    checksum(count) { index, done in incrementThrice(index, done: done) }
  }

  static func serialQueueMaps(_ count: Int) -> Int {
    oneByOne(count) { index, done in
      incrementThrice(index) { done.signal() }
    }
  }
}
