import Dispatch
import ForeignSDK
import Foundation
import PledgePromiseKit

@MainActor
func runAll() {
  firstly {
    loginFlow()
  }.then {
    parallelDownloads()
  }.then {
    imageCache()
  }.done {
    print("PromiseKitClient: three programs ran")
    exit(0)
  }.catch { error in
    require(false, "the end: \(error)")
  }
}

MainActor.assumeIsolated { runAll() }
dispatchMain()
