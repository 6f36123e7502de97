import Foundation
import PledgePMKFoundation
import PledgePromiseKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// In this file, both the module and the app's copy are visible: the copy is called.

func download(_ url: URL) -> Promise<String> {
  URLSession.shared.dataTask(.promise, with: url).validate()
    .compactMap(on: nil) { String(data: $0.data, urlResponse: $0.response) }
}

func nextLogin() -> Guarantee<String> {
  NotificationCenter.default.observe(once: Notification.Name("login"))
    .map(on: nil) { $0.name.rawValue }
}

/// Functions that the app's copy lacks come from the module.
func save(_ url: URL, to file: URL) -> Promise<(saveLocation: URL, response: URLResponse)> {
  URLSession.shared.downloadTask(.promise, with: url, to: file)
}

#if os(macOS) || os(Linux)
func run(_ process: Process) -> Promise<Void> {
  process.launch(.promise).print().asVoid()
}
#endif
