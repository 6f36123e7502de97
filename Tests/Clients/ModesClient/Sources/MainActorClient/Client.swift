import Foundation

/// Makes promises with closures of actors, and exits with 1 if one of them fails.
@main
struct Client {
  static func main() async {
    let failed = await failedClosures()
    print("\(failed) failed")
    exit(failed == 0 ? 0 : 1)
  }
}
