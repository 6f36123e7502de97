import ArgumentParser

/// Explores schedules of the core: see `Options`.
@main
enum Schedules {
  static let scenarios =
    Settling.all + Detaching.all + Cleanups.all + Linking.all + Looping.all + BrokenPromises.all
    + Combinations.all + Inputs.all + Handovers.all + Undelivered.all

  static func main() {
    Options.main()
  }
}
