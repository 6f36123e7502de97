// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Pledge's modules with the API of an older library.
let older = [
  "PledgePromiseKit", "PledgeBrightFutures", "PledgeSundell", "PledgeBolts", "PledgeThen",
  "PledgeWhen", "PledgePromises",
].map { Target.Dependency.product(name: $0, package: "pledge") }

// Programs whose size is measured. They have no settings, like those of users.
let sizes: [(name: String, dependencies: [Target.Dependency])] = [
  ("Empty", []),
  ("PledgeMap", [.product(name: "Pledge", package: "pledge")]),
  ("PledgeChains", [.product(name: "Pledge", package: "pledge")]),
  ("PledgeLayouts", [.product(name: "Pledge", package: "pledge")]),
  (
    "NIOMap",
    [
      .product(name: "NIOCore", package: "swift-nio"),
      .product(name: "NIOEmbedded", package: "swift-nio"),
    ]
  ),
  ("OpenCombineMap", [.product(name: "OpenCombine", package: "OpenCombine")]),
]

let package = Package(
  name: "pledge-benchmarks",
  platforms: [.macOS(.v26)],
  products: [
    .executable(name: "benchmarks", targets: ["Benchmarks"]),
    .library(name: "MallocCounter", type: .dynamic, targets: ["MallocCounter"]),
  ],
  dependencies: [
    .package(name: "pledge", path: "..", traits: ["NIO", "OpenCombine"]),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
    .package(url: "https://github.com/OpenCombine/OpenCombine.git", from: "0.14.0"),
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
  ],
  targets: [
    .target(name: "MallocCounter"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        .product(name: "Pledge", package: "pledge"),
        .product(name: "PledgeTrace", package: "pledge"),
        .product(name: "PledgeNIO", package: "pledge"),
        .product(name: "PledgeCombine", package: "pledge"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ] + older,
      swiftSettings: settings
    ),
    .executableTarget(name: "MallocCounterCheck", path: "Tests/MallocCounterCheck"),
    .testTarget(
      name: "BenchmarksTests",
      dependencies: ["Benchmarks", "MallocCounterCheck"],
      swiftSettings: settings
    ),
  ]
    + sizes.map {
      .executableTarget(
        name: $0.name,
        dependencies: $0.dependencies,
        path: "Sizes",
        sources: ["\($0.name).swift"]
      )
    }
)
