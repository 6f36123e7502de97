// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Asks for the traits of PledgeNIO and PledgeCombine, as who uses them does. Their tests are here
// and not beside the others: there, they would have all of those built once more, with the traits.
let package = Package(
  name: "BridgesClient",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  dependencies: [
    .package(name: "pledge", path: "../../..", traits: ["NIO", "OpenCombine"]),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    // A stand-in: RxSwift, in the language mode that it is written in.
    .target(name: "RxSwift", swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "RxSwiftPageTests",
      dependencies: [
        "RxSwift",
        .product(name: "Pledge", package: "pledge"),
        .product(name: "PledgeTesting", package: "pledge"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PledgeNIOTests",
      dependencies: [
        .product(name: "PledgeNIO", package: "pledge"),
        .product(name: "Pledge", package: "pledge"),
        .product(name: "PledgeTesting", package: "pledge"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PledgeCombineTests",
      dependencies: [
        .product(name: "PledgeCombine", package: "pledge"),
        .product(name: "Pledge", package: "pledge"),
        .product(name: "PledgeTesting", package: "pledge"),
        .product(name: "OpenCombine", package: "OpenCombine"),
      ],
      swiftSettings: settings
    ),
  ]
)
