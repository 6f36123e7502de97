// swift-tools-version: 6.2
import PackageDescription

// A code base that has not moved to Swift 6 mode yet; it may see warnings.
let package = Package(
  name: "Swift5Client",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  dependencies: [.package(name: "pledge", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Swift5Client",
      dependencies: [.product(name: "Pledge", package: "pledge")],
      swiftSettings: [.swiftLanguageMode(.v5)]
    )
  ]
)
