import TestSupport
import Testing

@testable import PledgeNIO

@Suite(.hangLimit)
struct PendingJobsTests {
  private final class Marker {}

  @Test func `a job is pending for its own loop until it is removed`() {
    let markers = [Marker(), Marker(), Marker()]
    let ids = markers.map(ObjectIdentifier.init)
    let (loop, other, id) = (ids[0], ids[1], ids[2])
    var jobs = PendingJobs()

    jobs.add(id, for: loop)
    #expect(jobs.hasJobs(for: loop) && !jobs.hasJobs(for: other))

    jobs.remove(id, for: loop)
    #expect(!jobs.hasJobs(for: loop))
  }

  @Test func `removing a job twice does not remove another`() {
    let markers = [Marker(), Marker(), Marker()]
    let ids = markers.map(ObjectIdentifier.init)
    var jobs = PendingJobs()
    jobs.add(ids[1], for: ids[0])
    jobs.add(ids[2], for: ids[0])

    jobs.remove(ids[1], for: ids[0])
    jobs.remove(ids[1], for: ids[0])

    #expect(jobs.hasJobs(for: ids[0]))
  }
}
