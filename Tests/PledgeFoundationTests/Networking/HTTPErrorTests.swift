import Foundation
import PledgeFoundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct HTTPErrorTests {
  private func error(status: Int) throws -> HTTPError {
    let url = try #require(URL(string: "http://example.org/users/7"))
    let response = try #require(
      HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
    )
    return HTTPError(response: response, body: Data("no such user".utf8))
  }

  @Test func `contains the response`() throws {
    let error = try error(status: 404)

    #expect(error.statusCode == 404)
    #expect(error.body == Data("no such user".utf8))
  }

  @Test func `describes the status and the URL`() throws {
    let error = try error(status: 404)

    #expect(error.description == "HTTP 404 from http://example.org/users/7")
    #expect(error.localizedDescription == error.description)
  }
}
