// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Users",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "pledge", path: "../pledge")],
  targets: [
    .executableTarget(
      name: "Users",
      dependencies: [.product(name: "Pledge", package: "pledge")]
    ),
    .testTarget(
      name: "UsersTests",
      dependencies: ["Users", .product(name: "PledgeTesting", package: "pledge")]
    ),
  ]
)
