import Dispatch
import ForeignSDK
import Foundation

MainActor.assumeIsolated {
  Uploads().run(names: ["a", "b", "c"]) { uploaded in
    require(uploaded == ["a", "b", "c", "summary"], "uploads: \(uploaded)")
    print("GSPromiseClient: the program ran")
    exit(0)
  }
}
dispatchMain()
