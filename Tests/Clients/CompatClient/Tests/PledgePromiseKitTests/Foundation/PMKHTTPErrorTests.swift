import Foundation
import PledgePMKFoundation
import PledgePromiseKit
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension PromiseKitTests {
  @Suite struct PMKHTTPErrorTests {
    private struct Complaint: Decodable, Equatable {
      let code: Int
    }

    private func error(_ status: Int, _ body: Data) throws -> PMKHTTPError {
      let url = try #require(URL(string: "http://127.0.0.1/user"))
      let response = HTTPURLResponse(
        url: url,
        statusCode: status,
        httpVersion: "HTTP/1.1",
        headerFields: ["Server": "none"]
      )
      return .badStatusCode(status, body, try #require(response))
    }

    @Test func `it decodes the body, or reads it as JSON, if possible`() throws {
      let (json, text) = (
        try error(500, Data(#"{"code":7}"#.utf8)), try error(500, Data("no".utf8))
      )
      #expect(json.decodeResponse(Complaint.self)?.code == 7)
      #expect(json.jsonDictionary as? [String: Int] == ["code": 7])
      #expect(text.decodeResponse(Complaint.self) == nil && text.jsonDictionary == nil)
    }

    @Test func `its descriptions contain the status, the URL and the body`() throws {
      let missing = try error(404, Data("no such user".utf8))

      #expect(
        missing.localizedDescription == "Invalid HTTP response (404) for http://127.0.0.1/user."
      )
      #expect(missing.failureReason == "no such user")
      for part in ["404", "http://127.0.0.1/user", "no such user", "Server"] {
        #expect("\(missing)".contains(part))
      }
      let unauthorized = try error(401, Data([0xFF]))
      #expect(unauthorized.errorDescription == "Unauthorized (http://127.0.0.1/user)")
      #expect(unauthorized.failureReason == nil)
      #expect("\(unauthorized)".hasSuffix("1 bytes"))
    }
  }
}
