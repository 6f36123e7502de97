import Foundation
import GRDB
import Pledge
import PledgeFoundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Says in a few words what went wrong, the same for all that failed in the same way.
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

/// The error itself, or that of the last attempt.
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
  case .cannotFindHost, .dnsLookupFailed: "there is no host of that name"
  // On Linux a connection that ends early is one of the other two.
  case .networkConnectionLost, .badServerResponse, .unknown: "the connection was dropped"
  case .timedOut: "no answer in time"
  default: nil
  }
}
