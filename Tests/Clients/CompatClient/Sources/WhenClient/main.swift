import Dispatch
import Foundation
import PledgeWhen

func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  guard !condition else { return }
  FileHandle.standardError.write(Data("WhenClient: \(message())\n".utf8))
  exit(1)
}

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
