import Foundation

/// The path of the built `fanout`, beside the tests.
let executable: String = {
  #if os(macOS)
  let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
  let folder = (tests ?? .main).bundleURL.deletingLastPathComponent()
  #else
  let folder = Bundle.main.bundleURL
  #endif
  return folder.appending(path: "fanout").path()
}()
