import ArgumentParser

/// Explores schedules of the core: see `Options`.
@main
enum Schedules {
  static let scenarios =
    Settling.all + Leaving.all + Linking.all + Looping.all + Losing.all + Combinations.all
    + Inputs.all + Offering.all

  static func main() {
    Options.main()
  }
}
