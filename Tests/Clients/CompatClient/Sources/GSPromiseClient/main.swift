import Dispatch
import ForeignSDK
import Foundation

@MainActor
func runAll() {
  AlertScreen().showAll(["Welcome", "Rate us", "News"]) { shown in
    require(shown == ["Welcome", "Rate us", "News"], "alerts: \(shown)")
    Uploads().run(names: ["a", "b", "c"]) { uploaded in
      require(uploaded == ["a", "b", "c", "summary"], "uploads: \(uploaded)")
      StartUp().run { steps in
        require(steps == ["log in", "locate", "load"], "start: \(steps)")
        print("GSPromiseClient: three programs ran")
        exit(0)
      }
    }
  }
}

MainActor.assumeIsolated { runAll() }
dispatchMain()
