import Foundation
import Pledge
import PledgeFoundation
import Testing

@Suite struct ValidateTests {
  private func answer(
    status: Int
  ) throws -> Promise<(data: Data, response: URLResponse)> {
    let url = try #require(URL(string: "http://example.org/"))
    let response = try #require(
      HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
    )
    return Promise(value: (Data("body".utf8), response))
  }

  @Test(arguments: [200, 204, 299])
  func `accepts a successful status`(status: Int) throws {
    let answer = try answer(status: status).validate().result?.get()

    #expect(answer?.data == Data("body".utf8))
  }

  @Test(arguments: [199, 300, 404, 500])
  func `rejects any other status with the response`(status: Int) throws {
    let promise = try answer(status: status).validate()

    let error = #expect(throws: HTTPError.self) { try promise.result?.get() }
    #expect(error?.statusCode == status)
    #expect(error?.body == Data("body".utf8))
  }

  @Test func `accepts the given statuses`() throws {
    let redirection = try answer(status: 304)

    #expect(redirection.validate(statusCodes: 200..<400).isFulfilled)
  }

  @Test func `a response without a status is accepted`() throws {
    let url = try #require(URL(string: "file:///here"))
    let response = URLResponse(
      url: url,
      mimeType: nil,
      expectedContentLength: 0,
      textEncodingName: nil
    )
    let file: Promise<(data: Data, response: URLResponse)> = Promise(value: (Data(), response))

    #expect(file.validate().isFulfilled)
  }
}
