import Pledge
import PledgeTesting
import Testing

@testable import Users

struct UserLoaderTests {
  @Test func `what the server sends becomes a user`() async throws {
    let loader = UserLoader { _ in Promise(value: "7 Radia") }

    let user = try await expectFulfilled(loader.load(7))

    #expect(user.name == "Radia")
  }

  @Test func `what is not a user is rejected`() async throws {
    let loader = UserLoader { _ in Promise(value: "Radia") }

    let error = try await expectRejected(loader.load(7), with: User.NotAUser.self)

    #expect(error.text == "Radia")
  }
}
