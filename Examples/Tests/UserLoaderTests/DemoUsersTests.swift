import Testing

@testable import userloader

@Suite struct DemoUsersTests {
  private let users = (1...DemoUsers.count).compactMap(DemoUsers.user)

  @Test func `there are 500 different users`() {
    #expect(users.map(\.id) == Array(1...500))
    #expect(Set(users.map(\.name)).count == 500)
  }

  @Test func `ids outside of the range have no user`() {
    #expect(DemoUsers.user(0) == nil)
    #expect(DemoUsers.user(501) == nil)
  }

  @Test func `the parts of a name are in the order of its people`() {
    #expect(DemoUsers.user(1)?.name == "Ada Hopper")
    #expect(DemoUsers.user(6)?.name == "Nguyễn Anh")
    #expect(DemoUsers.user(10)?.name == "王伟")
  }
}
