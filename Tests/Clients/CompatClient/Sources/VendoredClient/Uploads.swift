import Alamofire
import Foundation
import PledgePromiseKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request type of the app.
///
/// The protocol is Alamofire's, because no other protocol with that name is imported.
struct Upload: URLRequestConvertible {
  let name: String

  func asURLRequest() throws -> URLRequest {
    URLRequest(url: URL(fileURLWithPath: "/uploads/\(name)"))
  }
}

func upload(_ name: String) -> Promise<String> {
  let request: URLRequestConvertible = Upload(name: name)
  return URLSession.shared.dataTask(.promise, with: request).validate()
    .compactMap(on: nil) { String(data: $0.data, urlResponse: $0.response) }
}
