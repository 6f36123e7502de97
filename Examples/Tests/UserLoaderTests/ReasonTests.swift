import Foundation
import Pledge
import PledgeFoundation
import Testing

@testable import userloader

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct ReasonTests {
  private func answer(_ status: Int) throws -> HTTPError {
    let url = try #require(URL(string: "http://example.org"))
    let response = HTTPURLResponse(
      url: url,
      statusCode: status,
      httpVersion: nil,
      headerFields: nil
    )
    return HTTPError(response: try #require(response), body: Data())
  }

  @Test func `server errors and lost connections may pass, other errors do not`() throws {
    for status in [408, 429, 500, 503] { #expect(isPassing(try answer(status))) }
    for status in [301, 400, 401, 404] { #expect(!isPassing(try answer(status))) }
    #expect(isPassing(URLError(.networkConnectionLost)))
    #expect(!isPassing(CancellationError()))
  }

  @Test func `failures of the same kind have the same description`() throws {
    #expect(reason(try answer(404)) == "404, no such user")
    #expect(reason(URLError(.badServerResponse)) == reason(URLError(.networkConnectionLost)))
  }

  @Test func `after retries, the error of the last attempt is described`() async throws {
    let error = await #expect(throws: RetryError.self) {
      try await retry(max: 2) { Promise<Int>(error: URLError(.timedOut)) }.value
    }

    #expect(reason(try #require(error)) == "no answer in time")
  }
}
