// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "jobs",
  platforms: [.macOS(.v15)],
  traits: [.trait(name: "NATS", description: "The engine on NATS, which needs libnats.")],
  dependencies: [
    .package(name: "pledge", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .systemLibrary(name: "CNATS", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
    .executableTarget(
      name: "jobs",
      dependencies: [
        .target(name: "CNATS", condition: .when(traits: ["NATS"])),
        .product(name: "Pledge", package: "pledge"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "JobsTests",
      dependencies: [
        "jobs",
        .product(name: "Pledge", package: "pledge"),
        .product(name: "PledgeTesting", package: "pledge"),
      ],
      swiftSettings: settings
    ),
  ]
)
