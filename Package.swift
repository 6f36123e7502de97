// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// A dependency is built with -suppress-warnings, which the compiler refuses beside
// -warnings-as-errors.
let warningsAsErrors = Context.environment["PLEDGE_WARNINGS_AS_ERRORS"] != nil

let settings: [SwiftSetting] =
  [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (warningsAsErrors ? [.treatAllWarnings(as: .error)] : [])

/// Products of swift-syntax, which is fetched for the macros alone.
func syntax(_ products: String...) -> [Target.Dependency] {
  products.map {
    .product(name: $0, package: "swift-syntax", condition: .when(traits: ["Macros"]))
  }
}

/// Modules with the API and the behavior of an older library, on Pledge.
let compat = [
  "PledgePromiseKit", "PledgePromises", "PledgeBolts", "PledgeBrightFutures",
  "PledgeWhen", "PledgeThen", "PledgeSundell", "PledgeGSPromise",
]

let package = Package(
  name: "pledge",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "Pledge", targets: ["Pledge"]),
    .library(name: "PledgeFoundation", targets: ["PledgeFoundation"]),
    .library(name: "PledgeLoad", targets: ["PledgeLoad"]),
    .library(name: "PledgeTesting", targets: ["PledgeTesting"]),
    .library(name: "PledgeTrace", targets: ["PledgeTrace"]),
    .library(name: "PledgeObservability", targets: ["PledgeObservability"]),
    .library(name: "PledgeMacros", targets: ["PledgeMacros"]),
    .library(name: "PledgeNIO", targets: ["PledgeNIO"]),
    .library(name: "PledgeCombine", targets: ["PledgeCombine"]),
    .executable(name: "migrate-to-pledge", targets: ["MigrateToPledge"]),
    .library(name: "PledgePMKFoundation", targets: ["PledgePMKFoundation"]),
    .library(name: "PledgePromisesTestHelpers", targets: ["PledgePromisesTestHelpers"]),
  ] + compat.map { .library(name: $0, targets: [$0]) },
  traits: [
    .trait(name: "Logging", description: "A log of promises, for swift-log"),
    .trait(name: "Metrics", description: "Metrics of promises, for swift-metrics"),
    .trait(name: "Tracing", description: "Spans of promises, for swift-distributed-tracing"),
    .trait(name: "Macros", description: "@Promised, which needs swift-syntax"),
    .trait(name: "NIO", description: "Futures and event loops of SwiftNIO"),
    .trait(name: "OpenCombine", description: "Publishers, where there is no Combine"),
    .trait(name: "OwnRuntime", description: "For programs that have a module named `Runtime`"),
    .default(enabledTraits: []),
  ],
  // Fetched only for the traits: a package that enables none of them depends on nothing.
  dependencies: [
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .target(name: "CPledge"),
    .target(name: "CPledgeTesting"),
    .target(name: "PledgeSupport", dependencies: ["CPledge"], swiftSettings: settings),
    .target(
      name: "PledgeCore",
      dependencies: ["CPledge", "PledgeSupport"],
      exclude: ["README.md"],
      swiftSettings: settings
    ),
    .target(
      name: "Pledge",
      dependencies: ["PledgeCore", "PledgeSupport"],
      swiftSettings: settings
    ),
    .target(
      name: "PledgeFoundation",
      dependencies: ["Pledge", "PledgeSupport"],
      path: "Sources/Bridges/PledgeFoundation",
      swiftSettings: settings
    ),
    .target(
      name: "PledgeLoad",
      dependencies: ["Pledge"],
      path: "Sources/Bridges/PledgeLoad",
      swiftSettings: settings
    ),
    .target(
      name: "PledgeTesting",
      dependencies: ["CPledgeTesting", "Pledge", "PledgeSupport"],
      swiftSettings: settings
    ),
    .target(
      name: "PledgeTrace",
      dependencies: ["Pledge", "PledgeCore", "PledgeSupport"],
      resources: [.embedInCode("Page")],
      swiftSettings: settings
    ),
    .target(
      name: "PledgeObservability",
      dependencies: [
        "Pledge",
        "PledgeSupport",
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Logging"])),
        .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
        .product(
          name: "Tracing",
          package: "swift-distributed-tracing",
          condition: .when(traits: ["Tracing"])
        ),
      ],
      path: "Sources/Bridges/PledgeObservability",
      swiftSettings: settings
    ),
    .target(
      name: "PledgeMacros",
      dependencies: ["Pledge", "PledgeMacrosPlugin"],
      swiftSettings: settings
    ),
    .macro(
      name: "PledgeMacrosPlugin",
      dependencies: syntax(
        "SwiftSyntax",
        "SwiftSyntaxBuilder",
        "SwiftSyntaxMacros",
        "SwiftDiagnostics",
        "SwiftParser",
        "SwiftCompilerPlugin"
      ),
      swiftSettings: settings
    ),
    .target(
      name: "PledgeNIO",
      dependencies: [
        "Pledge",
        "PledgeSupport",
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["NIO"])),
      ],
      path: "Sources/Bridges/PledgeNIO",
      swiftSettings: settings
    ),
    .target(
      name: "PledgeCombine",
      dependencies: [
        "Pledge",
        "PledgeSupport",
        .product(
          name: "OpenCombine",
          package: "OpenCombine",
          condition: .when(traits: ["OpenCombine"])
        ),
      ],
      path: "Sources/Bridges/PledgeCombine",
      swiftSettings: settings
    ),
    .executableTarget(name: "MigrateToPledge", swiftSettings: settings),
    // The part of PromiseKit that was a module of its own.
    .target(
      name: "PledgePMKFoundation",
      dependencies: ["Pledge", "PledgePromiseKit", "PledgeSupport"],
      path: "Sources/Compat/PledgePMKFoundation",
      swiftSettings: settings
    ),
    .target(
      name: "PledgePromisesTestHelpers",
      path: "Sources/Compat/PledgePromisesTestHelpers",
      swiftSettings: settings
    ),
    // Shared by the tests.
    .target(
      name: "PledgeTestSupport",
      dependencies: ["Pledge"],
      path: "Tests/Support",
      swiftSettings: settings
    ),
    .testTarget(
      name: "PledgeCoreTests",
      dependencies: ["CPledge", "PledgeCore", "PledgeSupport", "Pledge", "PledgeTestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PledgeTests",
      dependencies: ["Pledge", "PledgeTesting", "PledgeTestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["Pledge", "PledgeSupport", "PledgeTesting", "PledgeTestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PledgeFoundationTests",
      dependencies: ["PledgeFoundation", "Pledge", "PledgeTesting", "PledgeTestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PledgeLoadTests",
      dependencies: ["PledgeLoad", "Pledge", "PledgeTesting", "PledgeTestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PledgeTestingTests",
      dependencies: ["PledgeTesting", "Pledge", "PledgeTestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PledgeTraceTests",
      dependencies: [
        "PledgeTrace", "PledgeTesting", "Pledge", "PledgeCore", "PledgeSupport",
        "PledgeTestSupport",
      ],
      swiftSettings: settings
    ),
  ]
    + compat.map {
      .target(
        name: $0,
        dependencies: ["Pledge", "PledgeSupport"],
        path: "Sources/Compat/\($0)",
        swiftSettings: settings
      )
    }
)

// A build for a sanitizer may ask for some of the tests alone.
if let chosen = Context.environment["PLEDGE_TEST_TARGETS"]?.split(separator: " ") {
  package.targets.removeAll { $0.type == .test && !chosen.contains(Substring($0.name)) }
}
