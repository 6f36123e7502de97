import Pledge
import PledgeTesting
import Testing

@testable import Users

struct UserLoaderTests {
  @Test func `what the server sends becomes a user`() async throws {
    let loader = UserLoader { _ in Promise(value: "7 Radia") }

    let user = try await expectFulfilled(loader.user(7))

    #expect(user.name == "Radia")
  }

  @Test func `what is not a user is rejected`() async throws {
    let loader = UserLoader { _ in Promise(value: "Radia") }

    let error = try await expectRejected(loader.user(7), with: User.NotAUser.self)

    #expect(error.text == "Radia")
  }

  @Test func `a silent server is asked three times`() async throws {
    let clock = ManualClock()
    let silence = Promise<String>()
    let loader = UserLoader(clock: clock) { _ in silence }
    let user = loader.user(7)

    for milliseconds in [1000, 50, 1000, 100, 1000] {
      expectPending(user)
      await clock.waitForSleepers(1)
      clock.advance(by: .milliseconds(milliseconds))
    }

    let error = try await expectRejected(user, with: RetryError.self)
    #expect(error.errors.count == 3)
  }
}
