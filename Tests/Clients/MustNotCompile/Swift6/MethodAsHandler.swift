// expect: converting function value of type '@MainActor @Sendable (Int) -> ()' to '@Sendable (Int) throws -> Void' loses global actor 'MainActor'
import PledgePromiseKit

@MainActor final class Screen {
  func follow(_ size: Promise<Int>) {
    size.done(show).cauterize()
  }

  func show(_ size: Int) {}
}
