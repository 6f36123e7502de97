import Dispatch
import ForeignSDK
import Foundation
import PledgeWhen

MainActor.assumeIsolated {
  loginFlow {
    parallelDownloads()
      .done {
        print("WhenClient: both programs ran")
        exit(0)
      }
      .fail { error in require(false, "downloads: \(error)") }
  }
}
dispatchMain()
