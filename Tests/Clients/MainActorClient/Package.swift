// swift-tools-version: 6.2
import PackageDescription

// Swift 6 mode, with no annotations beyond those of the main-actor door.
let package = Package(
  name: "MainActorClient",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  dependencies: [.package(name: "pledge", path: "../../..")],
  targets: [
    .executableTarget(
      name: "MainActorClient",
      dependencies: [.product(name: "Pledge", package: "pledge")],
      swiftSettings: [.treatAllWarnings(as: .error)]
    )
  ]
)
