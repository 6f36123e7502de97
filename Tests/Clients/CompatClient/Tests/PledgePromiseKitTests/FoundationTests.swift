import Foundation
import PledgePMKFoundation
import PledgePromiseKit
import Testing

import class Pledge.Future
import struct Pledge.UncheckedSendable

@testable import LoopbackServer

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension PromiseKitTests {
  @Suite struct URLSessionTests {
    private let session = URLSession(configuration: .ephemeral)
    private let server: LoopbackServer
    private let folder: Folder

    init() throws {
      server = try LoopbackServer { line in
        switch line.split(separator: " ").dropFirst().first ?? "" {
        case "/upload": .bodySize
        case "/latin": .answer("200 OK", "\u{E9}", headers: type("ISO-8859-1"))
        case "/ascii": .answer("200 OK", "\u{E9}", headers: type("US-ASCII"))
        case "/broken": .answer("500 Internal Server Error", #"{"code":7}"#)
        case "/hangup": .bytes("")
        default: .answer("200 OK", "hello", headers: type("utf-8"))
        }
      }
      folder = try Folder()
    }

    private func url(_ path: String) -> URL { server.url.appendingPathComponent(path) }

    private func post(to path: String) -> URLRequest {
      var request = URLRequest(url: url(path))
      request.httpMethod = "POST"
      return request
    }

    private func response(encoding name: String?) -> URLResponse {
      URLResponse(
        url: url("file"),
        mimeType: nil,
        expectedContentLength: 0,
        textEncodingName: name
      )
    }

    @Test func `a transfer that fails rejects with its URLError`() async {
      await #expect(throws: URLError.self) {
        try await session.dataTask(.promise, with: url("hangup")).async()
      }
      await #expect(throws: URLError.self) {
        try await session.downloadTask(.promise, with: url("hangup"), to: folder["new"]).async()
      }
    }

    @Test func `an upload task sends data or a file`() async throws {
      try Data("abcd".utf8).write(to: folder["sent"])
      let tasks = [
        session.uploadTask(.promise, with: post(to: "upload"), from: Data("abc".utf8)),
        session.uploadTask(.promise, with: post(to: "upload"), fromFile: folder["sent"]),
      ]
      for (task, size) in zip(tasks, ["3", "4"]) {
        #expect(String(decoding: try await task.async().data, as: UTF8.self) == size)
      }
    }

    @Test func `an upload of a missing file or a folder rejects`() async {
      for file in [folder["none"], folder.url] {
        await #expect(throws: CocoaError.self) {
          try await session.uploadTask(.promise, with: post(to: "upload"), fromFile: file).async()
        }
      }
    }

    @Test func `a download task loads into a file, but does not replace one`() async throws {
      let answer = try await session.downloadTask(
        .promise,
        with: url("greeting"),
        to: folder["new"]
      ).async()
      #expect(answer.saveLocation == folder["new"])
      #expect(answer.response.url == url("greeting"))
      await #expect(throws: CocoaError.self) {
        try await session.downloadTask(.promise, with: url("latin"), to: folder["new"]).async()
      }
      #expect(try Data(contentsOf: folder["new"]) == Data("hello".utf8))
    }

    @Test func `a data task succeeds with any status, and validate rejects others than 2xx`()
      async throws
    {
      let task = session.dataTask(.promise, with: url("broken"))
      #expect((try await task.async().response as? HTTPURLResponse)?.statusCode == 500)
      let error = await #expect(throws: PMKHTTPError.self) { try await task.validate().async() }
      guard case .badStatusCode(let status, let body, let response) = error else { return }
      #expect(status == 500 && response.statusCode == 500)
      #expect(body == Data(#"{"code":7}"#.utf8))
      let fine = session.dataTask(.promise, with: url("greeting")).validate()
      #expect(try await fine.async().data.count == 5)
    }

    @Test(arguments: ["greeting": "hello", "latin": "\u{C3}\u{A9}", "ascii": nil])
    func `a body is decoded with the encoding of its response, or rejects`(
      path: String,
      text: String?
    ) async throws {
      let read = session.dataTask(.promise, with: url(path)).compactMap(String.init)
      if let text {
        #expect(try await read.async() == text)
      } else {
        await #expect(throws: PMKError.self) { try await read.async() }
      }
    }

    @Test func `a body without an encoding is decoded as UTF-8`() {
      for name in [nil, "no-such-encoding"] {
        let text = String(data: Data("\u{E9}".utf8), urlResponse: response(encoding: name))
        #expect(text == "\u{E9}")
      }
    }
  }

  @Suite struct PMKHTTPErrorTests {
    private struct Complaint: Decodable, Equatable {
      let code: Int
    }

    private func error(_ status: Int, _ body: Data) throws -> PMKHTTPError {
      let url = try #require(URL(string: "http://127.0.0.1/user"))
      let response = HTTPURLResponse(
        url: url,
        statusCode: status,
        httpVersion: "HTTP/1.1",
        headerFields: ["Server": "none"]
      )
      return .badStatusCode(status, body, try #require(response))
    }

    @Test func `it decodes the body, or reads it as JSON, if possible`() throws {
      let (json, text) = (
        try error(500, Data(#"{"code":7}"#.utf8)), try error(500, Data("no".utf8))
      )
      #expect(json.decodeResponse(Complaint.self)?.code == 7)
      #expect(json.jsonDictionary as? [String: Int] == ["code": 7])
      #expect(text.decodeResponse(Complaint.self) == nil && text.jsonDictionary == nil)
    }

    @Test func `its descriptions contain the status, the URL and the body`() throws {
      let missing = try error(404, Data("no such user".utf8))

      #expect(
        missing.localizedDescription == "Invalid HTTP response (404) for http://127.0.0.1/user."
      )
      #expect(missing.failureReason == "no such user")
      for part in ["404", "http://127.0.0.1/user", "no such user", "Server"] {
        #expect("\(missing)".contains(part))
      }
      let unauthorized = try error(401, Data([0xFF]))
      #expect(unauthorized.errorDescription == "Unauthorized (http://127.0.0.1/user)")
      #expect(unauthorized.failureReason == nil)
      #expect("\(unauthorized)".hasSuffix("1 bytes"))
    }
  }

  @Suite struct NotificationCenterTests {
    private let center = NotificationCenter()
    private let name = Notification.Name("name")

    @Test func `other names and other objects are ignored`() {
      let sender = NSObject()
      let notification = center.observe(once: name, object: sender)

      center.post(name: Notification.Name("another"), object: sender)
      center.post(name: name, object: NSObject())
      #expect(notification.isPending)

      center.post(name: name, object: sender)
      #expect(notification.isFulfilled)
    }

    @Test func `it stops observing after one notification`() {
      weak var resolved: Future<UncheckedSendable<Notification>>?
      do {
        let notification = center.observe(once: name)
        resolved = notification.uncheckedFuture
        center.post(name: name, object: nil)
        #expect(notification.isFulfilled)
      }

      // A remaining observer would retain the guarantee that it resolves.
      #expect(resolved == nil)
    }

    @Test func `it does not retain the center, whose deallocation is logged`() {
      weak var kept: NotificationCenter?
      var notification: Guarantee<Notification>?
      let log = logged {
        let center = NotificationCenter()
        notification = center.observe(once: name)
        kept = center
      }

      #expect(kept == nil)
      #expect(notification?.isPending == true)
      #expect(log == ["pendingGuaranteeDeallocated"])
    }
  }
}

/// Returns a header for text with a character set.
private func type(_ charset: String) -> String {
  "Content-Type: text/plain; charset=\(charset)\r\n"
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
