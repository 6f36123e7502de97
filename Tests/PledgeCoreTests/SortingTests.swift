import Testing

@testable import PledgeSupport

struct SortingTests {
  @Test func `elements are in ascending order of their numbers, and equal ones keep their order`() {
    let words = ["ccc", "a", "bb", "b", "aa", "", "c"]
    #expect(words.sorted(byNumber: \.count) == ["", "a", "b", "c", "bb", "aa", "ccc"])
  }

  @Test func `nothing is sorted into nothing`() {
    #expect([Int]().sorted(byNumber: { $0 }).isEmpty)
  }
}
