import Foundation
import PledgeSundell
import TestSupport
import Testing

@Suite(.hangLimit) struct ChainingTests {
  struct User: Codable, Equatable {
    var name: String
  }

  @Test func `decoded reads a value from data`() {
    let data = Data(#"{"name": "Ada"}"#.utf8)
    let users = Log<User?>()
    let inferred: Future<User> = Promise(value: data).decoded()
    inferred.observe { result in users.add(try? result.get()) }
    Promise(value: data).decoded(as: User.self, using: JSONDecoder())
      .observe { result in users.add(try? result.get()) }
    #expect(users.entries == [User(name: "Ada"), User(name: "Ada")])
  }

  @Test func `decoded is rejected with the error of the decoder`() {
    let log = Log<Bool>()
    Promise(value: Data()).decoded(as: User.self).observe { result in
      if case .failure(let error) = result { log.add(error is DecodingError) }
    }
    #expect(log.entries == [true])
  }

  @available(*, deprecated)
  @Test func `the labels of the first edition mean the same`() {
    let log = Log<String>()
    Promise(value: 1).chained(with: { Promise(value: "\($0)") })
      .observe(with: { result in log.add("\(result)") })
    #expect(log.entries == [#"success("1")"#])
  }

  @Test func `values need not be Sendable`() {
    final class Image { var name = "cat" }
    let log = Log<String>()
    let image: Promise<Image> = Promise(value: Image())
    image.transformed { $0.name }.observe { result in log.add("\(result)") }
    #expect(log.entries == [#"success("cat")"#])
  }
}
