// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let modules = [
  "PromiseKit", "Promises", "Bolts", "BrightFutures", "When", "Then", "Sundell", "GSPromise",
]

let pledge = Target.Dependency.product(name: "Pledge", package: "pledge")

/// The language mode of the client programs: each is compiled in both, and may see warnings.
let mode: SwiftLanguageMode = Context.environment["CLIENT_MODE"] == "6" ? .v6 : .v5

// The modules that stand in for an older library: their tests, and programs as its users wrote them.
let package = Package(
  name: "CompatClient",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  dependencies: [.package(name: "pledge", path: "../../..")],
  targets: modules.flatMap { name -> [Target] in
    let module = Target.Dependency.product(name: "Pledge\(name)", package: "pledge")
    return [
      .executableTarget(
        name: "\(name)Client",
        dependencies: [module, "ForeignSDK"],
        swiftSettings: [.swiftLanguageMode(mode)]
      ),
      .testTarget(
        name: "Pledge\(name)Tests",
        dependencies: [
          module,
          pledge,
          .product(name: "PledgeTesting", package: "pledge"),
          "TestSupport",
        ],
        swiftSettings: settings
      ),
    ]
  } + [
    // What the programs call: callbacks, and no promises.
    .target(name: "ForeignSDK", swiftSettings: settings),
    // What the tests share.
    .target(name: "TestSupport", dependencies: [pledge], swiftSettings: settings),
  ]
)
