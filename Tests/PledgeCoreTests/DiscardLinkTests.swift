import Pledge
import Testing

@testable import PledgeCore

@Suite struct DiscardLinkTests {
  private func links(of node: Node) -> [Node] {
    let stripe = Stripe(of: node.address)
    stripe.lock()
    defer { stripe.unlock() }
    return node.linksUnderLock ?? []
  }

  @Test func `a link whose signal is about to discard the promise stays attached to it`() throws {
    let promise = Promise<Int>()
    let sources = (0..<16).map { _ in DiscardSource() }
    for source in sources.dropLast() { promise.discarded(by: source.token) }
    let link = try #require(links(of: promise).first)

    // Acts like a thread that is delivering the signal and has not reached the promise yet.
    #expect(link.claim())
    promise.discarded(by: sources[15].token)

    #expect(links(of: promise).contains { $0 === link })
    #expect(link.unclaim())
    sources[0].discard()
    #expect(!promise.isPending)
  }
}
