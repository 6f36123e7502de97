import Dispatch
import Foundation
import PledgePromiseKit

func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  guard !condition else { return }
  FileHandle.standardError.write(Data("PromiseKitClient: \(message())\n".utf8))
  exit(1)
}

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
