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
    MainActor.assumeIsolated { swift6Remedies() }
  }.done {
    print("PromiseKitClient: all programs ran")
    exit(0)
  }.catch { error in
    require(false, "the end: \(error)")
  }
}

MainActor.assumeIsolated { runAll() }
dispatchMain()
