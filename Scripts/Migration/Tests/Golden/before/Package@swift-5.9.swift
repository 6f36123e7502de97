// swift-tools-version:5.9
// .package(url: "https://github.com/google/promises", from: "2.4.0")
let package = Package(name: "App", dependencies: [
  .package(url: "https://github.com/PromiseKit/Foundation.git", from: "8.1.0"),
  .package(name: "Promises", url: "git@github.com:google/promises.git", from: "2.4.0"),
  .package(id: "Thomvis.BrightFutures", from: "8.2.0"),
  .package(path: "../Bolts-Swift"),
  .package(url: "https://github.com/apple/swift-nio", from: "2.0.0"),
], targets: [
  .target(name: "App", dependencies: [
    .product(name: "PromiseKit", package: "PromiseKit"), "Promises", "NIO",
  ]),
])
