// swift-tools-version: 6.2
import PackageDescription

let pledge = Target.Dependency.product(name: "Pledge", package: "pledge")

// Programs that use Pledge, each in another mode of the language.
let package = Package(
  name: "ModesClient",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  dependencies: [.package(name: "pledge", path: "../../..")],
  targets: [
    // Swift 6 mode, with no annotations beyond those of the main-actor form.
    .executableTarget(
      name: "MainActorClient",
      dependencies: [pledge],
      swiftSettings: [.treatAllWarnings(as: .error)]
    ),
    // A module in which everything is on the main actor unless it says otherwise.
    .executableTarget(
      name: "DefaultIsolationClient",
      dependencies: [pledge],
      swiftSettings: [.defaultIsolation(MainActor.self), .treatAllWarnings(as: .error)]
    ),
    // A code base that has not moved to Swift 6 mode yet; it may see warnings.
    .executableTarget(
      name: "Swift5Client",
      dependencies: [pledge],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
  ]
)
