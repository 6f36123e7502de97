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
  name: "pledge-verification",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "pledge", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
  ],
  targets: [
    .target(name: "Numbers", swiftSettings: settings),
    .target(name: "COracle"),
    .target(
      name: "Programs",
      dependencies: [
        "COracle",
        "Numbers",
        .product(name: "Pledge", package: "pledge"),
        .product(name: "PledgeTesting", package: "pledge"),
      ],
      swiftSettings: settings
    ),
    .testTarget(name: "ProgramsTests", dependencies: ["Programs"], swiftSettings: settings),
    .target(name: "CFuzzer"),
    .executableTarget(
      name: "Fuzz",
      dependencies: ["CFuzzer", "Programs"],
      swiftSettings: settings
    ),
    .target(name: "CScheduler"),
    .target(
      name: "Explorer",
      dependencies: ["CScheduler", "Numbers"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "Schedules",
      dependencies: [
        "Explorer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Pledge", package: "pledge"),
        .product(name: "PledgeTesting", package: "pledge"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SchedulesTests",
      dependencies: ["Explorer", "CScheduler"],
      swiftSettings: settings
    ),
    .target(name: "CMemory"),
    .executableTarget(
      name: "Hostile",
      dependencies: [
        "CMemory",
        "Programs",
        .product(name: "Pledge", package: "pledge"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings
    ),
  ]
)
