// swift-tools-version: 6.2
import PackageDescription

// Code that returns promises, and its tests with PledgeTesting: in Swift Testing, and in XCTest.
// `swift test` runs both.
let package = Package(
  name: "TestingClient",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  dependencies: [.package(name: "pledge", path: "../../..")],
  targets: [
    .target(name: "Pages", dependencies: [.product(name: "Pledge", package: "pledge")]),
    .testTarget(
      name: "PagesTests",
      dependencies: [
        "Pages",
        .product(name: "Pledge", package: "pledge"),
        .product(name: "PledgeTesting", package: "pledge"),
      ]
    ),
    .testTarget(
      name: "PagesXCTests",
      dependencies: [
        "Pages",
        .product(name: "Pledge", package: "pledge"),
        .product(name: "PledgeTesting", package: "pledge"),
      ]
    ),
  ]
)
