// swift-tools-version: 6.2
import PackageDescription

// Depends on Pledge alone, so nothing else may be fetched. Its import settings are as strict as
// possible, to find public members that need more than `import Pledge`.
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
