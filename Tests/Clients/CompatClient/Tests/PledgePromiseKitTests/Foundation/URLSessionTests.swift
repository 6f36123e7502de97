import Foundation
import PledgePMKFoundation
import PledgePromiseKit
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension PromiseKitTests {
  @Suite struct URLSessionTests {
    private let server: AnswerServer
    private let folder: Folder

    init() throws {
      server = try AnswerServer()
      folder = try Folder()
    }

    private var session: URLSession { server.session }

    private func url(_ path: String) -> URL { server.url.appendingPathComponent(path) }

    private func post(to path: String) -> URLRequest {
      var request = URLRequest(url: url(path))
      request.httpMethod = "POST"
      return request
    }

    @Test func `a data task returns the body and the response of a URL`() async throws {
      let answer = try await session.dataTask(.promise, with: url("greeting")).async()

      #expect(String(decoding: answer.data, as: UTF8.self) == "hello")
      #expect((answer.response as? HTTPURLResponse)?.statusCode == 200)
    }

    @Test func `a data task takes a request, and types that convert to one`() async throws {
      struct Greeting: URLRequestConvertible {
        let pmkRequest: URLRequest
      }
      let greeting = Greeting(pmkRequest: URLRequest(url: url("greeting")))

      let answers = try await when(
        fulfilled: session.dataTask(.promise, with: greeting),
        session.dataTask(.promise, with: greeting.pmkRequest)
      ).async()

      #expect(answers.0.data == answers.1.data)
    }

    @Test func `a data task succeeds with any status`() async throws {
      let answer = try await session.dataTask(.promise, with: url("broken")).async()

      #expect((answer.response as? HTTPURLResponse)?.statusCode == 500)
    }

    @Test func `a transfer that fails rejects with its URLError`() async {
      await #expect(throws: URLError.self) {
        try await session.dataTask(.promise, with: url("hangup")).async()
      }
      await #expect(throws: URLError.self) {
        try await session.downloadTask(.promise, with: url("hangup"), to: folder["new"]).async()
      }
    }

    @Test func `an upload task sends data`() async throws {
      let answer = try await session.uploadTask(
        .promise,
        with: post(to: "echo"),
        from: Data("a".utf8)
      )
      .async()

      #expect(answer.data == Data("a".utf8))
    }

    @Test func `an upload task sends a file`() async throws {
      try Data("b".utf8).write(to: folder["sent"])

      let task = session.uploadTask(.promise, with: post(to: "echo"), fromFile: folder["sent"])

      #expect(try await task.async().data == Data("b".utf8))
    }

    @Test func `an upload of a missing file or a folder rejects`() async {
      for file in [folder["none"], folder.url] {
        await #expect(throws: CocoaError.self) {
          try await session.uploadTask(.promise, with: post(to: "echo"), fromFile: file).async()
        }
      }
    }

    @Test func `a download task loads into a file`() async throws {
      let task = session.downloadTask(.promise, with: url("greeting"), to: folder["new"])

      let answer = try await task.async()
      #expect(answer.saveLocation == folder["new"])
      #expect(answer.response.url == url("greeting"))
      #expect(try Data(contentsOf: folder["new"]) == Data("hello".utf8))
    }

    @Test func `a download task does not replace an existing file`() async throws {
      try Data("old".utf8).write(to: folder["new"])

      await #expect(throws: CocoaError.self) {
        try await session.downloadTask(.promise, with: url("greeting"), to: folder["new"]).async()
      }
      #expect(try Data(contentsOf: folder["new"]) == Data("old".utf8))
    }

    @Test func `validate passes a status of 2xx`() async throws {
      let answer = try await session.dataTask(.promise, with: url("greeting")).validate().async()

      #expect(answer.data.count == 5)
    }

    @Test func `validate rejects any other status`() async throws {
      let error = await #expect(throws: PMKHTTPError.self) {
        try await session.dataTask(.promise, with: url("broken")).validate().async()
      }

      guard case .badStatusCode(let status, let body, let response) = error else { return }
      #expect(status == 500 && response.statusCode == 500)
      #expect(body == Data(#"{"code":7}"#.utf8))
    }

    @Test func `validate passes responses without a status, and rejections`() async throws {
      let bare = URLResponse(
        url: url("file"),
        mimeType: nil,
        expectedContentLength: 0,
        textEncodingName: nil
      )
      let answer = try await Promise.value((data: Data([1]), response: bare)).validate().async()
      #expect(answer.data == Data([1]))

      let failed = Promise<(data: Data, response: URLResponse)>(error: PMKError.badInput)
      await #expect(throws: PMKError.self) { try await failed.validate().async() }
    }

    @Test(arguments: ["greeting": "hello", "latin": "\u{E9}t\u{E9}"])
    func `a body is decoded with the encoding of its response`(
      path: String,
      text: String
    ) async throws {
      let read = session.dataTask(.promise, with: url(path)).compactMap(String.init)

      #expect(try await read.async() == text)
    }

    @Test func `a body that is not text rejects`() async {
      await #expect(throws: PMKError.self) {
        try await session.dataTask(.promise, with: url("binary")).compactMap(String.init).async()
      }
    }

    @Test func `a body without an encoding is decoded as UTF-8`() {
      for name in [nil, "no-such-encoding"] {
        let response = URLResponse(
          url: url("file"),
          mimeType: nil,
          expectedContentLength: 0,
          textEncodingName: name
        )
        #expect(String(data: Data("\u{E9}".utf8), urlResponse: response) == "\u{E9}")
      }
    }
  }
}

/// A folder that is deleted when the test releases it.
private final class Folder: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("pledge-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  subscript(name: String) -> URL { url.appendingPathComponent(name) }
}
