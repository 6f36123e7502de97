import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

/// The user cancels a download that has already been saved.
struct LateCancellationTests {
  @Test func `an exploration finds the race`() throws {
    let orderings = try expectRace { world, isRepaired in
      let label = Locked("loading")
      let saved = Locked(false)
      let download = world.pending(String.self, .value("file"), label: "download")
        .observe(on: world.context("main")) { result in
          guard case .success = result else { return }
          saved.value = true
          label.value = "saved"
        }
      world.context("user").run("cancel") {
        guard !isRepaired || download.isPending else { return }
        download.discard()
        label.value = "canceled"
      }
      world.run()
      world.expect(saved.value == (label.value == "saved"), "saved, but \(label.value)")
    }
    // Canceling comes first, and the download has no answer; or after the answer, before its job,
    // which is then without effect; or after the job.
    #expect(orderings == 3)
  }
}
