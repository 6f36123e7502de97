import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTrace

struct RecordingSwitchTests {
  private let installation: Diagnostics.Installation

  init() {
    // Removed immediately, since it would observe every other test of the process.
    installation = Diagnostics.install(SilentObserver())
    installation.remove()
  }

  @Test func `it is installed once, and removed once`() {
    var state = RecordingSwitch.off
    #expect({ state.stop() == nil }())
    #expect({ state.start() }())
    #expect({ !state.start() }())
    #expect({ state.started(installation) == nil }())
    #expect({ !state.start() }())
    #expect(state.isOn)

    #expect({ state.stop() != nil }())
    #expect({ state.stop() == nil }())
    #expect(!state.isOn)
  }

  @Test func `a recorder stopped while it starts is removed by its starter`() {
    var state = RecordingSwitch.off
    #expect({ state.start() }())
    #expect({ state.stop() == nil }())
    #expect(!state.isOn)

    #expect({ state.started(installation) != nil }())
    #expect({ state.start() }())
  }

  @Test func `a recorder stopped and started again while it starts stays`() {
    var state = RecordingSwitch.off
    #expect({ state.start() }())
    #expect({ state.stop() == nil }())
    #expect({ !state.start() }())

    #expect({ state.started(installation) == nil }())
    #expect(state.isOn)
  }
}
