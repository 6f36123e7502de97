import FlyingFox
import Foundation

/// Answers the demo server's requests, and counts the requests for each user.
actor Desk {
  private let chaos: Bool
  private var requestCounts: [Int: Int] = [:]

  init(chaos: Bool) { self.chaos = chaos }

  /// Answers a request for the user `id`.
  func answer(_ id: Int) async throws -> HTTPResponse {
    requestCounts[id, default: 0] += 1
    guard let user = DemoUsers.user(id) else { return .json(.notFound, Data("{}".utf8)) }
    let body = try JSONEncoder().encode(user)
    switch Treatment.of(id, visit: requestCounts[id, default: 0], chaos: chaos) {
    case .answer(let delay):
      try await Task.sleep(for: delay)
      return .json(.ok, body)
    case .busy: return .json(.serviceUnavailable, Data("{}".utf8))
    case .missing: return .json(.notFound, Data("{}".utf8))
    case .garbled: return .json(.ok, body.prefix(body.count / 2))
    case .hangUp: return .broken(body)
    case .silence:
      try await Task.sleep(for: .seconds(86_400))
      return .json(.ok, body)
    }
  }
}

extension HTTPResponse {
  fileprivate static func json(_ status: HTTPStatusCode, _ body: Data) -> HTTPResponse {
    HTTPResponse(statusCode: status, headers: [.contentType: "application/json"], body: body)
  }
}
