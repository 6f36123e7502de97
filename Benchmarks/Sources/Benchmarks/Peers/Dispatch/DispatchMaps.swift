import Dispatch

extension DispatchPeer {
  static func pendingMaps(_ count: Int) -> Int {
    checksum(count) { value, done in
      queue.async {
        let value = value + 1
        queue.async {
          let value = value + 1
          queue.async {
            collect(value + 1)
            done()
          }
        }
      }
    }
  }
}
