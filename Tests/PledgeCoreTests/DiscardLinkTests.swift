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

    // Like a thread that delivers from the signal and has not come to the promise.
    #expect(link.claim())
    promise.discarded(by: sources[15].token)

    #expect(links(of: promise).contains { $0 === link })
    #expect(link.unclaim())
    sources[0].discard()
    #expect(!promise.isPending)
  }
}
