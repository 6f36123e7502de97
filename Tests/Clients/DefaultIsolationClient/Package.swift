// swift-tools-version: 6.2
import PackageDescription

// A module in which everything is on the main actor unless it says otherwise.
let package = Package(
  name: "DefaultIsolationClient",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  dependencies: [.package(name: "pledge", path: "../../..")],
  targets: [
    .executableTarget(
      name: "DefaultIsolationClient",
      dependencies: [.product(name: "Pledge", package: "pledge")],
      swiftSettings: [.defaultIsolation(MainActor.self), .treatAllWarnings(as: .error)]
    )
  ]
)
