import Pledge
import PledgeTestSupport
import Testing

struct ReplaceErrorTests {
  @Test func `an unused replacement is released`() {
    let cage = Cage()
    let source = Source()
    let promise = source.promise.replaceError(with: cage.canary())
    #expect(cage.living == 1)

    source.end(.discarded, of: promise, with: cage)

    #expect(cage.living == 0)
  }
}
