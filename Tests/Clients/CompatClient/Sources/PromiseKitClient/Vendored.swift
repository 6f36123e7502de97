import Foundation
import PledgePMKFoundation
import PledgePromiseKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// An app's own copy of the Foundation extensions, changed to take the requests of another library,
// such as Alamofire's. Where the module is visible, too, the copy is called.

private protocol URLRequestConvertible {
  func asURLRequest() throws -> URLRequest
}

extension URL: URLRequestConvertible {
  fileprivate func asURLRequest() throws -> URLRequest { URLRequest(url: self) }
}

extension URLSession {
  fileprivate func dataTask(
    _: PMKNamespacer,
    with convertible: URLRequestConvertible
  ) -> Promise<(data: Data, response: URLResponse)> {
    firstly { Promise.value(try convertible.asURLRequest()) }.map(on: nil) { request in
      let url = request.url ?? URL(fileURLWithPath: "/")
      return (
        data: Data("vendored".utf8),
        response: URLResponse(
          url: url,
          mimeType: nil,
          expectedContentLength: 0,
          textEncodingName: nil
        )
      )
    }
  }
}

extension Promise where T == (data: Data, response: URLResponse) {
  fileprivate func validate() -> Promise<T> {
    map(on: nil) { (data: $0.data + Data(" validate".utf8), response: $0.response) }
  }
}

extension String {
  fileprivate init?(data: Data, urlResponse: URLResponse) {
    self = String(decoding: data, as: UTF8.self) + " text"
  }
}

extension NotificationCenter {
  fileprivate func observe(once name: Notification.Name, object: Any? = nil)
    -> Guarantee<Notification>
  {
    .value(Notification(name: Notification.Name("vendored")))
  }
}

#if os(macOS) || os(Linux)
extension Process {
  fileprivate func launch(_: PMKNamespacer) -> Promise<(out: Pipe, err: Pipe)> {
    Promise(error: CancellationError())
  }
}

extension Promise where T == (out: Pipe, err: Pipe) {
  fileprivate func print() -> Promise<T> {
    recover(on: nil) { error -> Promise<T> in
      throw error is CancellationError ? PMKError.returnedSelf : error
    }
  }
}
#endif

/// Returns `nil` if the copy ran, or else the results.
func vendoredProblem() -> String? {
  let text = URLSession.shared.dataTask(.promise, with: URL(fileURLWithPath: "/photo")).validate()
    .compactMap(on: nil) { String(data: $0.data, urlResponse: $0.response) }
  let login = NotificationCenter.default.observe(once: Notification.Name("login"))
  #if os(macOS) || os(Linux)
  guard case PMKError.returnedSelf? = Process().launch(.promise).print().error else {
    return "a process ran"
  }
  #endif
  let isExpected =
    text.value == "vendored validate text" && login.value?.name.rawValue == "vendored"
  return isExpected ? nil : "\(text), \(login)"
}

/// Functions that the copy lacks come from the module.
private func save(_ url: URL, to file: URL) -> Promise<(saveLocation: URL, response: URLResponse)> {
  URLSession.shared.downloadTask(.promise, with: url, to: file)
}
