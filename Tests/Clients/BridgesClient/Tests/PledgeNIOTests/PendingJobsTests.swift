import TestSupport
import Testing

@testable import PledgeNIO

@Suite(.hangLimit)
struct PendingJobsTests {
  private final class Marker {}

  @Test func `a job is pending for its own loop until it is removed, which counts once`() {
    let markers = (0..<4).map { _ in Marker() }
    let ids = markers.map(ObjectIdentifier.init)
    let (loop, other) = (ids[0], ids[1])
    var jobs = PendingJobs()
    for id in ids.suffix(2) { jobs.add(id, for: loop) }
    #expect(jobs.hasJobs(for: loop) && !jobs.hasJobs(for: other))

    for _ in 0..<2 { jobs.remove(ids[2], for: loop) }
    #expect(jobs.hasJobs(for: loop))
    jobs.remove(ids[3], for: loop)
    #expect(!jobs.hasJobs(for: loop))
    withExtendedLifetime(markers) {}
  }
}
