// swift-tools-version: 6.2
import PackageDescription

// Programs and tests that use Pledge like its users. They form one package with every trait enabled
// to compile the library and its dependencies only once. Only `Consumer` is a separate package, to
// show that nothing is fetched for it.

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let settings: [SwiftSetting] = strict + [.treatAllWarnings(as: .error)]

func pledge(_ products: String...) -> [Target.Dependency] {
  pledge(products)
}

func pledge(_ products: [String]) -> [Target.Dependency] {
  products.map { .product(name: $0, package: "pledge") }
}

func products(_ names: String..., of package: String) -> [Target.Dependency] {
  names.map { .product(name: $0, package: package) }
}

// MARK: Pledge in each language mode

let modes: [Target] = [
  // Swift 6 mode, without the additional settings of Pledge's own tests.
  .executableTarget(
    name: "MainActorClient",
    dependencies: pledge("Pledge"),
    path: "ModesClient/Sources/MainActorClient",
    swiftSettings: [.treatAllWarnings(as: .error)]
  ),
  // A module that is isolated to the main actor by default.
  .executableTarget(
    name: "DefaultIsolationClient",
    dependencies: pledge("Pledge"),
    path: "ModesClient/Sources/DefaultIsolationClient",
    swiftSettings: [.defaultIsolation(MainActor.self), .treatAllWarnings(as: .error)]
  ),
  // A code base that has not migrated to Swift 6 mode yet; it may cause warnings.
  .executableTarget(
    name: "Swift5Client",
    dependencies: pledge("Pledge"),
    path: "ModesClient/Sources/Swift5Client",
    swiftSettings: [.swiftLanguageMode(.v5)]
  ),
]

// MARK: PledgeTesting

let testing: [Target] = [
  .target(name: "Pages", dependencies: pledge("Pledge"), path: "TestingClient/Sources/Pages"),
  .testTarget(
    name: "PagesTests",
    // The cookbook uses `PledgeLoad`.
    dependencies: ["Pages"] + pledge("Pledge", "PledgeLoad", "PledgeTesting"),
    path: "TestingClient/Tests/PagesTests"
  ),
  .testTarget(
    name: "PagesXCTests",
    dependencies: ["Pages"] + pledge("Pledge", "PledgeTesting"),
    path: "TestingClient/Tests/PagesXCTests"
  ),
]

// MARK: Bridges

let bridges: [Target] = [
  // A stand-in for RxSwift, in RxSwift's language mode.
  .target(
    name: "RxSwift",
    path: "BridgesClient/Sources/RxSwift",
    swiftSettings: [.swiftLanguageMode(.v5)]
  ),
  .testTarget(
    name: "RxSwiftPageTests",
    dependencies: ["RxSwift", "TestSupport"] + pledge("Pledge", "PledgeTesting"),
    path: "BridgesClient/Tests/RxSwiftPageTests",
    // The extensions state their isolation, because they work with this setting, too.
    swiftSettings: settings + [.defaultIsolation(MainActor.self)]
  ),
  .testTarget(
    name: "PledgeNIOTests",
    dependencies: pledge("PledgeNIO", "Pledge") + ["TestSupport"]
      + products("NIOCore", "NIOPosix", "NIOEmbedded", of: "swift-nio"),
    path: "BridgesClient/Tests/PledgeNIOTests",
    swiftSettings: settings
  ),
  .testTarget(
    name: "PledgeCombineTests",
    dependencies: pledge("PledgeCombine", "Pledge", "PledgeTesting") + ["TestSupport"]
      + products("OpenCombine", "OpenCombineDispatch", of: "OpenCombine"),
    path: "BridgesClient/Tests/PledgeCombineTests",
    swiftSettings: settings
  ),
  .testTarget(
    name: "PledgeObservabilityTests",
    dependencies: pledge("PledgeObservability", "Pledge", "PledgeTesting") + ["TestSupport"]
      + products("Logging", "InMemoryLogging", of: "swift-log")
      + products("Metrics", "MetricsTestKit", of: "swift-metrics")
      + products("Tracing", "InMemoryTracing", of: "swift-distributed-tracing"),
    path: "ObservabilityClient/Tests/PledgeObservabilityTests",
    swiftSettings: settings
  ),
]

// MARK: Macros

let syntax = "swift-syntax"

let macros: [Target] = [
  .target(
    name: "Wrapped",
    dependencies: pledge("Pledge", "PledgeMacros"),
    path: "MacrosClient/Sources/Wrapped",
    swiftSettings: settings
  ),
  // A code base that has not migrated to Swift 6 mode yet.
  .target(
    name: "WrappedInSwift5",
    dependencies: pledge("Pledge", "PledgeMacros"),
    path: "MacrosClient/Sources/WrappedInSwift5",
    swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]
  ),
  .target(
    name: "WrappedOnMainActor",
    dependencies: ["WrappedInSwift5"] + pledge("Pledge", "PledgeMacros"),
    path: "MacrosClient/Sources/WrappedOnMainActor",
    swiftSettings: settings + [.defaultIsolation(MainActor.self)]
  ),
  .testTarget(
    name: "PledgeMacrosTests",
    dependencies: ["Wrapped", "WrappedInSwift5", "WrappedOnMainActor", "TestSupport"]
      + pledge("Pledge"),
    path: "MacrosClient/Tests/PledgeMacrosTests",
    swiftSettings: settings
  ),
  // A symbolic link to the plugin's sources, because macros of other packages are not libraries.
  .target(
    name: "PluginUnderTest",
    dependencies: products("SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros", of: syntax)
      + products("SwiftDiagnostics", "SwiftParser", of: syntax),
    path: "MacrosClient/Sources/PluginUnderTest",
    exclude: ["Plugin.swift"],
    swiftSettings: settings + [.define("Macros")]
  ),
  .testTarget(
    name: "PledgeMacrosPluginTests",
    dependencies: ["PluginUnderTest"]
      + products("SwiftDiagnostics", "SwiftSyntax", "SwiftSyntaxMacros", of: syntax)
      + products("SwiftSyntaxMacroExpansion", "SwiftSyntaxMacrosGenericTestSupport", of: syntax),
    path: "MacrosClient/Tests/PledgeMacrosPluginTests",
    swiftSettings: settings
  ),
]

// MARK: Replacements for older libraries

/// The language mode of the client programs, which are compiled in both, and may cause warnings.
let mode: SwiftLanguageMode = Context.environment["CLIENT_MODE"] == "6" ? .v6 : .v5

/// The products that a library needs besides its replacement module.
let companions = [
  "PromiseKit": ["PledgePMKFoundation"],
  "Promises": ["PledgePromisesTestHelpers"],
]

let libraries = [
  "PromiseKit", "Promises", "Bolts", "BrightFutures", "When", "Then", "Sundell", "GSPromise",
]

/// The tests of each module, and typical programs of its library's users.
let compat =
  libraries.flatMap { name -> [Target] in
    let (product, others) = ("Pledge\(name)", companions[name, default: []])
    return [
      .executableTarget(
        name: "\(name)Client",
        dependencies: pledge([product] + others) + ["ForeignSDK"],
        path: "CompatClient/Sources/\(name)Client",
        swiftSettings: [.swiftLanguageMode(mode)]
      ),
      .testTarget(
        name: "Pledge\(name)Tests",
        dependencies: pledge([product, "Pledge", "PledgeTesting"] + others) + ["TestSupport"]
          + (name == "PromiseKit" ? ["LoopbackServer"] : []),
        path: "CompatClient/Tests/Pledge\(name)Tests",
        swiftSettings: strict
      ),
    ]
  } + [
    // What the modules have in common.
    .testTarget(
      name: "PledgeCompatTests",
      dependencies: pledge(libraries.filter { $0 != "GSPromise" }.map { "Pledge\($0)" })
        + pledge("Pledge") + ["TestSupport"],
      path: "CompatClient/Tests/PledgeCompatTests",
      swiftSettings: strict
    ),
    // Callback-based APIs that the programs call.
    .target(
      name: "ForeignSDK",
      path: "CompatClient/Sources/ForeignSDK",
      swiftSettings: strict
    ),
    // The server of PledgeFoundation's tests, via a symbolic link.
    .target(
      name: "LoopbackServer",
      path: "CompatClient/Sources/LoopbackServer",
      exclude: ["Process.swift", "RunLoopThread.swift", "URLSession.swift"],
      swiftSettings: strict
    ),
    // The support of Pledge's own tests, via a symbolic link.
    .target(
      name: "TestSupport",
      dependencies: pledge("Pledge"),
      path: "CompatClient/Sources/TestSupport",
      // Uses what is visible only within the package.
      exclude: ["Patience.swift"],
      swiftSettings: strict
    ),
  ]

/// Whether to do without the macros: swift-syntax takes half of the time of a build.
let hasMacros = Context.environment["CLIENTS_WITHOUT_MACROS"] == nil

let traits: Set<Package.Dependency.Trait> = ["Logging", "Metrics", "Tracing", "NIO", "OpenCombine"]

let package = Package(
  name: "Clients",
  // The programs of the cookbook, which are linked to these modules, are `@Observable`. `Consumer`
  // has the versions that Pledge requires.
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10)],
  dependencies: [
    .package(
      name: "pledge",
      path: "../..",
      traits: hasMacros ? traits.union(["Macros"]) : traits
    ),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ]
    + (hasMacros
      ? [.package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0")] : []),
  targets: modes + testing + bridges + (hasMacros ? macros : []) + compat
)

// A run of one module's tests asks for these alone.
if let chosen = Context.environment["PLEDGE_TEST_TARGETS"]?.split(separator: " ") {
  package.targets.removeAll { $0.type == .test && !chosen.contains(Substring($0.name)) }
}
