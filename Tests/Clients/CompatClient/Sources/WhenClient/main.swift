import Dispatch
import ForeignSDK
import Foundation
import PledgeWhen

@MainActor
func runAll() {
  loginFlow {
    parallelDownloads()
      .done {
        MainActor.assumeIsolated {
          imageCache {
            print("WhenClient: three programs ran")
            exit(0)
          }
        }
      }
      .fail { error in require(false, "downloads: \(error)") }
  }
}

MainActor.assumeIsolated { runAll() }
dispatchMain()
