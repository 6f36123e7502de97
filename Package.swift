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
  ],
  targets: [
    .target(name: "CPledge"),
    .target(name: "PledgeCore", dependencies: ["CPledge"], swiftSettings: settings),
    .target(name: "Pledge", dependencies: ["PledgeCore"], swiftSettings: settings),
    .target(
      name: "PledgeFoundation",
      dependencies: ["Pledge"],
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
      dependencies: ["PledgeFoundation", "Pledge"],
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
