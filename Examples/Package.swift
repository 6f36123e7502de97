// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let used: [Target.Dependency] = [
  .product(name: "Pledge", package: "pledge"),
  .product(name: "PledgeFoundation", package: "pledge"),
  .product(name: "PledgeTrace", package: "pledge"),
  .product(name: "ArgumentParser", package: "swift-argument-parser"),
  .product(name: "GRDB", package: "GRDB.swift"),
  .product(name: "FlyingFox", package: "FlyingFox"),
  .product(name: "FlyingSocks", package: "FlyingFox"),
]

let package = Package(
  name: "examples",
  platforms: [.macOS(.v13)],
  products: [.executable(name: "userloader", targets: ["userloader"])],
  dependencies: [
    .package(name: "pledge", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .executableTarget(
      name: "userloader",
      dependencies: used,
      swiftSettings: settings
    ),
    .testTarget(
      name: "UserLoaderTests",
      dependencies: ["userloader"] + used,
      swiftSettings: settings
    ),
  ]
)
