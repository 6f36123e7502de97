import Foundation
import PledgeFoundation
import Testing

@Suite struct HTTPErrorTests {
  private func error(status: Int, body: Data = Data("no such user".utf8)) throws -> HTTPError {
    let url = try #require(URL(string: "http://example.org/users/7"))
    let response = try #require(
      HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
    )
    return HTTPError(response: response, body: body)
  }

  @Test(arguments: [
    ("http://ada:secret@example.org/a%20b?token=secret#secret", "http://example.org/a%20b"),
    ("https://example.org:8080?token=secret", "https://example.org:8080"),
    ("http://[::1]:80/a;b?", "http://[::1]:80/a;b"),
    ("http://example.org/users/7", "http://example.org/users/7"),
  ])
  func `its descriptions contain no secret of the URL`(address: String, shown: String) throws {
    let url = try #require(URL(string: address))
    let response = try #require(
      HTTPURLResponse(url: url, statusCode: 401, httpVersion: nil, headerFields: nil)
    )
    let error = HTTPError(response: response, body: Data())

    #expect(error.description == "HTTP 401 (\(meaning(of: 401))) from \(shown)")
    #expect(error.debugDescription == error.description)
    #expect(error.localizedDescription == error.description)
    #expect(error.response.url == url)
  }

  @Test func `its debug description has a second line with the body`() throws {
    let error = try error(status: 404)

    #expect(error.debugDescription == "\(error)\n  no such user")
  }

  @Test(arguments: [Data(), Data([0xFF, 0xFE])])
  func `a body that is empty or not text is not described`(body: Data) throws {
    let error = try error(status: 503, body: body)

    #expect(error.debugDescription == error.description)
  }

  @Test(arguments: 0..<4)
  func `a long body is cut between characters, and stays on one line`(offset: Int) throws {
    let text = String(repeating: "x", count: offset) + "\n" + String(repeating: "😀", count: 200)
    let description = try error(status: 503, body: Data(text.utf8)).debugDescription

    let lines = description.split(separator: "\n")
    #expect(lines.count == 2)
    let start = String(repeating: "x", count: offset) + #"\n"#
    let kept = String(repeating: "😀", count: (399 - offset) / 4)
    #expect(lines.last == "  \(start)\(kept)…")
  }

  /// The name of a status.
  ///
  /// It depends on the platform and the language.
  private func meaning(of status: Int) -> String {
    HTTPURLResponse.localizedString(forStatusCode: status)
  }
}
