import Dispatch
import Foundation
import PledgeBolts

func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  guard !condition else { return }
  FileHandle.standardError.write(Data("BoltsClient: \(message())\n".utf8))
  exit(1)
}

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
