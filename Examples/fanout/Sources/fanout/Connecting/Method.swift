import Foundation
import GRPCCore

/// A method of the workers, for the coordinator.
///
/// The messages are JSON, so that no code is generated for them. With those of protobuf, the promises
/// would be the same.
struct Method<Request: Codable & Sendable, Response: Codable & Sendable>: Sendable {
  private let descriptor: MethodDescriptor

  fileprivate init(_ name: String) {
    let service = ServiceDescriptor(fullyQualifiedService: "pledge.fanout.Worker")
    descriptor = MethodDescriptor(service: service, method: name, type: .unary)
  }

  func call(
    _ request: Request,
    with client: GRPCClient<some ClientTransport>,
    options: CallOptions = .defaults
  ) async throws -> Response {
    try await client.unary(
      request: ClientRequest(message: request),
      descriptor: descriptor,
      serializer: JSON<Request>(),
      deserializer: JSON<Response>(),
      options: options
    ) { try $0.message }
  }

  /// Lets `body` respond to the calls that `router` receives.
  func register(
    with router: inout RPCRouter<some ServerTransport>,
    _ body: @escaping @Sendable (Request, ServerContext) async throws -> Response
  ) {
    router.registerHandler(
      forMethod: descriptor,
      deserializer: JSON<Request>(),
      serializer: JSON<Response>()
    ) { requests, context in
      let request = try await ServerRequest(stream: requests).message
      return StreamingServerResponse(
        single: ServerResponse(message: try await body(request, context))
      )
    }
  }
}

enum Methods {
  /// Works on one item, and ends early if the caller cancels or its deadline passes.
  static let work = Method<WorkRequest, WorkResponse>("Work")
  /// Reports whether the worker accepts calls from a coordinator of the given version.
  static let beat = Method<Int, Nothing>("Beat")
  /// Reports the outcomes of this worker's calls so far.
  static let count = Method<Nothing, WorkCounts.Numbers>("Count")
}

struct WorkRequest: Codable, Sendable {
  let item: Int
  /// The number of times that the item was sent to a worker before.
  let attempt: Int
  /// The version of the coordinator.
  ///
  /// A worker of another version fails with `failedPrecondition`.
  let version: Int
}

struct WorkResponse: Codable, Sendable {
  let item: Int
  let result: UInt64
}

struct Nothing: Codable, Sendable {}

private struct JSON<Message: Codable>: MessageSerializer, MessageDeserializer {
  func serialize<Bytes: GRPCContiguousBytes>(_ message: Message) throws -> Bytes {
    Bytes(try JSONEncoder().encode(message))
  }

  func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> Message {
    try JSONDecoder().decode(Message.self, from: unsafe bytes.withUnsafeBytes { unsafe Data($0) })
  }
}
