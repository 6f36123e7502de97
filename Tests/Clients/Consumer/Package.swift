// swift-tools-version: 6.2
import PackageDescription

// Asks for Pledge alone: nothing may be fetched for it. It is as strict about imports as Swift can
// be, so a public member that needs more than `import Pledge` is found here.
let package = Package(
  name: "Consumer",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  dependencies: [.package(name: "pledge", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Consumer",
      dependencies: [.product(name: "Pledge", package: "pledge")],
      swiftSettings: [
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]
    )
  ]
)
