import Testing

/// Runs the tests, because `swift test` cannot build a package with the flag.
@main enum Main {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
