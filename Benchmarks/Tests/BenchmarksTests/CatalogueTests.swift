import Testing

@testable import Benchmarks

@Suite("Catalogue", .serialized)
struct CatalogueTests {
  @Test func `Pledge does every workload`() {
    for workload in Catalogue.workloads {
      #expect(workload.competitor(.pledge) != nil, "\(workload.id)")
    }
  }

  @Test func `no name or peer occurs twice`() {
    let ids = Catalogue.workloads.map(\.id)
    #expect(Set(ids).count == ids.count)

    for workload in Catalogue.workloads {
      let peers = workload.everybody.map(\.peer)
      #expect(Set(peers).count == peers.count, "\(workload.id)")
    }
  }

  @Test func `every peer has a workload`() {
    let peers = Set(Catalogue.workloads.flatMap(\.everybody).map(\.peer))

    #expect(peers == Set(Peer.allCases))
  }

  @Test(arguments: Catalogue.workloads.map(\.id))
  func `every competitor does its work`(id: String) throws {
    let workload = try workload(named: id)
    for competitor in workload.everybody {
      for count in [1, 2, 30] {
        let got = NIOPeer.onLoop {
          let round = competitor.prepare(count)
          round.operate()
          return round.finish()
        }

        #expect(got == workload.checksum(count), "\(competitor.peer), \(count) times")
      }
    }
  }

  @Test func `every module for an older library has the workloads of its original`() {
    for older in Catalogue.olderPeers {
      let workloads = Catalogue.workloads.filter { $0.older.contains { $0.peer == older.peer } }
      let joining = older is any JoiningPeer.Type ? ["fan-in"] : []
      let expected = ["settled-maps", "pending-maps", "pending-flatmaps", "fan-out", "footprint"]

      #expect(Set(workloads.map(\.id)) == Set(expected + joining), "\(older.peer)")
    }
  }

  @Test func `every competitor does its work if the last group is smaller`() throws {
    for workload in Catalogue.workloads where workload.group > 1 {
      for competitor in workload.everybody {
        let count = 2 * workload.group + 3
        let measurement = NIOPeer.onLoop { Measurement(of: competitor, count: count) }

        #expect(measurement.checksum == workload.checksum(count), "\(workload.id)")
      }
    }
  }
}
