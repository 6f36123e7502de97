import Pledge
import PledgeTestSupport
import Testing

/// The number and the size of live allocations return to their initial values.
///
/// Requires an otherwise idle process: `Scripts/Checks/leaks` runs this suite, other runs skip it.
@Suite(.serialized, .enabled(if: LiveAllocations.areCounted, "run by Scripts/Checks/leaks"))
struct LiveAllocationTests {
  private let cage = Cage(weight: 0)

  @Test(arguments: HalfBuilt.synchronous)
  func `work leaks nothing`(halfBuilt: HalfBuilt) {
    #expect(LiveAllocations.left { halfBuilt.drop(cage) } == .none)
  }

  @Test(arguments: HalfBuilt.asynchronous)
  func `work that other threads release leaks nothing`(halfBuilt: HalfBuilt) async {
    #expect(await LiveAllocations.leftEachTime { halfBuilt.drop(cage) } == 0)
  }
}
