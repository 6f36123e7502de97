import Foundation
import Pledge
import PledgeSundell
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.hangLimit) struct RequestTests {
  struct User: Codable {
    var name: String
  }

  let session = Answers.session

  @Test func `a request is fulfilled with the body, which can be decoded`() async throws {
    let url = try #require(URL(string: "http://localhost/user"))
    let user: PledgeSundell.Future<User> = session.request(url: url).decoded()
    #expect(try await user.pledge.value.name == "Ada")
  }

  @Test func `a response without a body is empty data`() async throws {
    let url = try #require(URL(string: "http://localhost/empty"))
    #expect(try await session.request(url: url).pledge.value.isEmpty)
  }

  @Test func `a request that fails is rejected with the error of the transfer`() async throws {
    let url = try #require(URL(string: "http://localhost/broken"))
    await #expect(throws: URLError.self) { try await session.request(url: url).pledge.value }
  }
}
