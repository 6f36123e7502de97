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

  @Test func `a silent server is asked three times`() async throws {
    let clock = ManualClock()
    let silence = Promise<String>()
    let loader = UserLoader(clock: clock) { _ in silence }
    let user = loader.load(7)

    await clock.run(for: .milliseconds(3149))
    expectPending(user)
    await clock.run(for: .milliseconds(1))

    let error = try await expectRejected(user, with: RetryError.self)
    #expect(error.errors.count == 3)
  }

  @Test func `nothing is left pending`() async throws {
    let loader = UserLoader { _ in Promise { () async throws -> String in "7 Radia" } }

    try await expectNothingPending {
      let users = try await all([loader.load(7), loader.load(7)]).value
      #expect(users.map { $0.name } == ["Radia", "Radia"])
    }
  }
}
