// swift-tools-version: 6.2
import PackageDescription

// Asks for the trait of PledgeMacros, as who uses it does. Its tests are here and not beside the
// others: there, they would have all of those wait for swift-syntax.
let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func syntax(_ products: String...) -> [Target.Dependency] {
  products.map { .product(name: $0, package: "swift-syntax") }
}

let package = Package(
  name: "MacrosClient",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  dependencies: [
    .package(name: "pledge", path: "../../..", traits: ["Macros"]),
    .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"),
  ],
  targets: [
    .target(
      name: "Wrapped",
      dependencies: [
        .product(name: "Pledge", package: "pledge"),
        .product(name: "PledgeMacros", package: "pledge"),
      ],
      swiftSettings: settings
    ),
    // A code base that has not moved to Swift 6 mode yet.
    .target(
      name: "WrappedInSwift5",
      dependencies: [
        .product(name: "Pledge", package: "pledge"),
        .product(name: "PledgeMacros", package: "pledge"),
      ],
      swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]
    ),
    .target(
      name: "WrappedOnMainActor",
      dependencies: [
        .product(name: "Pledge", package: "pledge"),
        .product(name: "PledgeMacros", package: "pledge"),
      ],
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]
    ),
    .testTarget(
      name: "PledgeMacrosTests",
      dependencies: [
        "Wrapped", "WrappedInSwift5", "WrappedOnMainActor",
        .product(name: "Pledge", package: "pledge"),
      ],
      swiftSettings: settings
    ),
    // A link to the sources of the plugin: no package can have another one's macro as a library.
    .target(
      name: "PluginUnderTest",
      dependencies: syntax(
        "SwiftSyntax",
        "SwiftSyntaxBuilder",
        "SwiftSyntaxMacros",
        "SwiftDiagnostics",
        "SwiftParser"
      ),
      exclude: ["Plugin.swift"],
      swiftSettings: settings + [.define("Macros")]
    ),
    .testTarget(
      name: "PledgeMacrosPluginTests",
      dependencies: ["PluginUnderTest"]
        + syntax(
          "SwiftDiagnostics",
          "SwiftSyntax",
          "SwiftSyntaxMacros",
          "SwiftSyntaxMacroExpansion",
          "SwiftSyntaxMacrosGenericTestSupport"
        ),
      swiftSettings: settings
    ),
  ]
)
