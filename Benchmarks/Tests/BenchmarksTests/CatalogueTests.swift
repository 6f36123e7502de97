import Testing

@testable import Benchmarks

@Suite struct CatalogueTests {
  @Test func `Pledge does every workload`() {
    for workload in Catalogue.workloads {
      #expect(workload.competitor(.pledge) != nil, "\(workload.id)")
    }
  }
}
