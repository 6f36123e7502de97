/// Every workload there is.
enum Catalogue {
  static let workloads = operations + footprints

  static func workload(_ id: String) -> Workload? {
    workloads.first { $0.id == id }
  }
}
