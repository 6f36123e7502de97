// swift-tools-version: 6.2
import PackageDescription

// Asks for the traits of PledgeObservability, as who uses it does. Its tests are here and not beside
// the others: there, they would have all of those built once more, with the traits.
let package = Package(
  name: "ObservabilityClient",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  dependencies: [
    .package(name: "pledge", path: "../../..", traits: ["Logging", "Metrics", "Tracing"]),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
  ],
  targets: [
    .testTarget(
      name: "PledgeObservabilityTests",
      dependencies: [
        .product(name: "PledgeObservability", package: "pledge"),
        .product(name: "Pledge", package: "pledge"),
        .product(name: "PledgeTesting", package: "pledge"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: [
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]
    )
  ]
)
