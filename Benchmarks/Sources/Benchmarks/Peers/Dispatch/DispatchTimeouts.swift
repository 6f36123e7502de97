import Dispatch

extension DispatchPeer {
  static func timeout(_ count: Int) -> Int {
    checksum(count) { index, done in
      // Safe: work items may be canceled from any thread.
      nonisolated(unsafe) let timer = timer()
      queue.async {
        unsafe timer.cancel()
        collect(index)
        done()
      }
    }
  }

  static func timers(_ count: Int) -> Int {
    Checksum.of {
      let timers = (0..<count).map { _ in timer() }
      queue.sync {
        for (index, timer) in timers.enumerated() {
          timer.cancel()
          collect(index)
        }
      }
    }
  }

  private static func timer() -> DispatchWorkItem {
    let timer = DispatchWorkItem { collect(.max) }
    queue.asyncAfter(deadline: .now() + .seconds(3600), execute: timer)
    return timer
  }
}
