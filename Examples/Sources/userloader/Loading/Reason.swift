import Foundation
import GRDB
import Pledge
import PledgeFoundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Describes an error in a few words.
///
/// Errors of the same kind have the same description.
func reason(_ error: any Error) -> String {
  switch last(error) {
  case let error as TimeoutError: "no answer within \(error.limit)"
  case let error as HTTPError: reason(status: error.statusCode)
  case let error as URLError: reason(error.code) ?? error.localizedDescription
  case is DecodingError: "the answer is not the JSON of a user"
  case let error as DatabaseError: "not saved: \(error.message ?? error.description)"
  case let error: "\(error)"
  }
}

/// Returns the error of the last attempt, or the error itself.
func last(_ error: any Error) -> any Error {
  (error as? RetryError)?.last ?? error
}

private func reason(status: Int) -> String {
  switch status {
  case 404: "404, no such user"
  case 503: "503, the server is busy"
  default: "\(status), \(HTTPURLResponse.localizedString(forStatusCode: status))"
  }
}

private func reason(_ code: URLError.Code) -> String? {
  switch code {
  case .cannotConnectToHost: "the connection was refused"
  case .cannotFindHost, .dnsLookupFailed: "no host has this name"
  // On Linux, a connection that ends early causes one of the other two.
  case .networkConnectionLost, .badServerResponse, .unknown: "the connection was dropped"
  case .timedOut: "no answer in time"
  default: nil
  }
}
