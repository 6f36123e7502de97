import Testing

/// Runs the tests as `swift test` does, which cannot build a package with the flag.
@main enum Main {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
