import Testing

@testable import PledgeTesting

struct SearchTests {
  /// The choices after each choice; a leaf is the end of an ordering.
  private indirect enum Tree: Sendable {
    case node([Tree])

    /// The indices that lead to the leaves, in lexicographic order.
    var leaves: [[Int]] {
      guard case .node(let children) = self, !children.isEmpty else { return [[]] }
      return children.enumerated().flatMap { index, child in child.leaves.map { [index] + $0 } }
    }

    /// All trees of a depth whose inner nodes have two or three children.
    static func all(depth: Int) -> [Tree] {
      guard depth > 0 else { return [.node([])] }
      let smaller = all(depth: depth - 1)
      let pairs = smaller.flatMap { first in smaller.map { [first, $0] } }
      let triples = pairs.flatMap { pair in smaller.map { pair + [$0] } }
      return [.node([])] + (pairs + triples).map { .node($0) }
    }

    /// Takes the choices of `guide` from the root to a leaf.
    func walk(_ guide: inout Guide) {
      guard case .node(let children) = self, !children.isEmpty else { return }
      let taken = guide.choose(among: children.indices.map { .job($0) })
      children[taken].walk(&guide)
    }
  }

  @Test func `an exhaustive search visits each leaf of any tree once, in order`() {
    for tree in Tree.all(depth: 2) {
      var (search, leaves, probability) = (Search(.exhaustive), [[Int]](), 0.0)
      while var guide = search.nextGuide() {
        tree.walk(&guide)
        search.note(guide.choices)
        leaves.append(guide.choices.map(\.taken))
        probability += guide.choices.probability
      }
      #expect(leaves == tree.leaves)
      #expect(search.isComplete)
      #expect(!search.hasDiverged)
      #expect(search.orderings == Double(leaves.count))
      #expect(abs(probability - 1) < 1e-9)
    }
  }

  @Test func `the text of an ordering leads to the same leaf`() throws {
    for tree in Tree.all(depth: 2) {
      for leaf in tree.leaves {
        var guide = Guide(leaf)
        tree.walk(&guide)
        var replayed = Guide(try #require(choices(from: guide.choices.replay)))
        tree.walk(&replayed)
        #expect(replayed.choices == guide.choices)
        #expect(!replayed.hasStrayed)
      }
    }
  }

  @Test(arguments: ["-1", "1.", ".1", "1..2", "a", "1,2"])
  func `text that is no ordering is refused`(text: String) {
    #expect(choices(from: text) == nil)
  }

  @Test func `different events after the same choices are noticed`() {
    var search = Search(.exhaustive)
    search.note([Choice(taken: 0, count: 2), Choice(taken: 0, count: 2)])
    #expect(search.nextGuide() != nil)
    search.note([Choice(taken: 0, count: 3)])
    #expect(search.hasDiverged)
    #expect(search.nextGuide() == nil)
  }

  @Test func `random orderings estimate the number of orderings`() {
    let tree = Tree.all(depth: 2)[36]
    var search = Search(.random(seed: 1))
    while search.tried < tree.leaves.count - 1, var guide = search.nextGuide() {
      tree.walk(&guide)
      search.note(guide.choices)
    }
    #expect(!search.isComplete)
    // All leaves of this tree have the same depth and probability, so the estimate is exact.
    #expect(abs((search.orderings ?? 0) - Double(tree.leaves.count)) < 1e-6)
  }

  @Test(arguments: [Exploration.Strategy.random(seed: 1), .priorities(seed: 1)])
  func `random orderings are complete once each was tried`(strategy: Exploration.Strategy) {
    for tree in Tree.all(depth: 2) {
      var (search, leaves) = (Search(strategy), Set<[Int]>())
      while search.tried < 10_000, var guide = search.nextGuide() {
        #expect(leaves.count < tree.leaves.count)
        tree.walk(&guide)
        search.note(guide.choices)
        leaves.insert(guide.choices.map(\.taken))
        #expect(search.distinct == leaves.count)
      }
      #expect(leaves.count == tree.leaves.count)
      #expect(search.isComplete)
      #expect(search.orderings == Double(leaves.count))
    }
  }

  @Test func `an improbable ordering that is missing is not overlooked`() {
    // Each choice ends the ordering, or leads to the next one.
    var search = Search(.random(seed: 1))
    for length in 1...60 {
      let further = Array(repeating: Choice(taken: 1, count: 2), count: length - 1)
      search.note(further + [Choice(taken: 0, count: 2)])
      #expect(!search.isComplete)
    }
  }

  @Test(arguments: [Exploration.Strategy.exhaustive, .random(seed: 1)])
  func `too many orderings have no estimate`(strategy: Exploration.Strategy) {
    var search = Search(strategy)
    search.note(Array(repeating: Choice(taken: 0, count: 2), count: 2_000))
    #expect(search.orderings == nil)
  }

  @Test func `a search without choices is complete after one ordering`() {
    for strategy in [
      Exploration.Strategy.exhaustive, .random(seed: 1), .priorities(seed: 1),
    ] {
      var search = Search(strategy)
      #expect(search.nextGuide() != nil)
      search.note([])
      #expect(search.isComplete)
      #expect(search.orderings == 1)
      #expect(search.nextGuide() == nil)
    }
  }
}
