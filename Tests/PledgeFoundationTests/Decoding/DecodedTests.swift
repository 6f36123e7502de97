import Foundation
import Pledge
import PledgeFoundation
import Testing

@Suite struct DecodedTests {
  struct User: Decodable, Equatable {
    var id: Int
    var name: String
    var joined: Date?
  }

  @Test func `decodes the inferred type`() throws {
    let user: Promise<User> = Promise(value: Data(#"{"id": 7, "name": "Ζωή"}"#.utf8)).decoded()

    #expect(try user.result?.get() == User(id: 7, name: "Ζωή"))
  }

  @Test func `decodes with the given decoder`() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    let data = Data(#"{"id": 7, "name": "Ζωή", "joined": 60}"#.utf8)

    let user = Promise(value: data).decoded(as: User.self, using: decoder)

    #expect(try user.result?.get().joined == Date(timeIntervalSince1970: 60))
  }

  @Test(arguments: ["", "<html>", #"{"id": 7}"#, #"{"id": "seven", "name": "Ζωή"}"#])
  func `invalid data rejects with DecodingError`(text: String) {
    let user = Promise(value: Data(text.utf8)).decoded(as: User.self)

    #expect(throws: DecodingError.self) { try user.result?.get() }
  }

  @Test func `decodes property lists`() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>id</key><integer>7</integer><key>name</key><string>Ζωή</string>\
      </dict></plist>
      """

    let user = Promise(value: Data(text.utf8))
      .decoded(as: User.self, using: PropertyListDecoder())
    let nobody = Promise(value: Data("{}".utf8))
      .decoded(as: User.self, using: PropertyListDecoder())

    #expect(try user.result?.get() == User(id: 7, name: "Ζωή"))
    #expect(throws: DecodingError.self) { try nobody.result?.get() }
  }
}
