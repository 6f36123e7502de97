import Foundation
import PledgeFoundation
import Testing

struct BodyTooLargeErrorTests {
  @Test func `describes the problem and the remedy`() throws {
    let url = try #require(URL(string: "http://example.org/film"))
    let found = BodyTooLargeError(url: url, limit: 100)
    let announced = BodyTooLargeError(url: nil, limit: 100, announced: 200)

    let rest = "than limit: 100 allows; ask for less, or raise the limit"
    #expect(found.description == "the body from http://example.org/film has more bytes \(rest)")
    #expect(announced.localizedDescription == "the body has 200 bytes, more \(rest)")
  }

  @Test func `its description contains no secret of the URL`() throws {
    let url = try #require(URL(string: "http://ada:secret@example.org/film?token=secret#secret"))
    let error = BodyTooLargeError(url: url, limit: 100)

    #expect(error.description.hasPrefix("the body from http://example.org/film has "))
    #expect(error.url == url)
  }
}
