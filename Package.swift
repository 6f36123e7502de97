// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "pledge",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "Pledge", targets: ["Pledge"]),
    .library(name: "PledgeFoundation", targets: ["PledgeFoundation"]),
    .library(name: "PledgeTesting", targets: ["PledgeTesting"]),
    .library(name: "PledgeTrace", targets: ["PledgeTrace"]),
    .library(name: "PledgeObservability", targets: ["PledgeObservability"]),
  ],
  traits: [
    .trait(name: "Logging", description: "A log of promises, for swift-log"),
    .trait(name: "Metrics", description: "Metrics of promises, for swift-metrics"),
    .trait(name: "Tracing", description: "Spans of promises, for swift-distributed-tracing"),
    .default(enabledTraits: []),
  ],
  // Fetched for the traits alone: who asks for none depends on nothing.
  dependencies: [
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
  ],
  targets: [
    .target(name: "CPledge"),
    .target(name: "PledgeCore", dependencies: ["CPledge"], swiftSettings: settings),
    .target(name: "Pledge", dependencies: ["PledgeCore"], swiftSettings: settings),
    .target(
      name: "PledgeFoundation",
      dependencies: ["Pledge", "PledgeCore"],
      path: "Sources/Bridges/PledgeFoundation",
      swiftSettings: settings
    ),
    .target(
      name: "PledgeTesting",
      dependencies: ["Pledge", "PledgeCore"],
      swiftSettings: settings
    ),
    .target(
      name: "PledgeTrace",
      dependencies: ["Pledge", "PledgeCore"],
      resources: [.embedInCode("Page")],
      swiftSettings: settings
    ),
    .target(
      name: "PledgeObservability",
      dependencies: [
        "Pledge",
        "PledgeCore",
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Logging"])),
        .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
        .product(
          name: "Tracing",
          package: "swift-distributed-tracing",
          condition: .when(traits: ["Tracing"])
        ),
      ],
      path: "Sources/Bridges/PledgeObservability",
      swiftSettings: settings
    ),
    .testTarget(
      name: "PledgeCoreTests",
      dependencies: ["PledgeCore", "Pledge"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PledgeTests",
      dependencies: ["Pledge", "PledgeTesting"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["Pledge", "PledgeTesting"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PledgeFoundationTests",
      dependencies: ["PledgeFoundation", "Pledge", "PledgeTesting"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PledgeTestingTests",
      dependencies: ["PledgeTesting", "Pledge"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PledgeTraceTests",
      dependencies: ["PledgeTrace", "Pledge"],
      swiftSettings: settings
    ),
  ]
)
