import Dispatch
import ForeignSDK
import Foundation
import PledgeBolts

@MainActor
func runAll() {
  loginFlow {
    parallelDownloads()
      .continueOnSuccessWithTask { imageCache() }
      .continueWith { task in
        require(!task.faulted && !task.cancelled, "the end: \(task)")
        print("BoltsClient: three programs ran")
        exit(0)
      }
  }
}

MainActor.assumeIsolated { runAll() }
dispatchMain()
