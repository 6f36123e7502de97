import GRPCCore
import Pledge
import Testing

@testable import fanout

@Suite struct CallFailureTests {
  @Test(arguments: [
    (RPCError(code: .unavailable, message: ""), CallFailure.Kind.gone, true),
    (RPCError(code: .cancelled, message: ""), .gone, true),
    (RPCError(code: .resourceExhausted, message: ""), .busy, true),
    (RPCError(code: .deadlineExceeded, message: ""), .late, false),
    (RPCError(code: .failedPrecondition, message: ""), .incompatible, true),
    (RPCError(code: .unimplemented, message: ""), .incompatible, true),
    (RPCError(code: .unknown, message: ""), .broken, true),
    (RPCError(code: .unknown, message: "", cause: CancellationError()), .cancelled, false),
  ])
  func `an error of gRPC determines whether to retry`(
    error: RPCError,
    kind: CallFailure.Kind,
    isPassing: Bool
  ) {
    let failure = CallFailure(error, of: 2)

    #expect(failure.kind == kind)
    #expect(failure.worker == 2)
    #expect(failure.isPassing == isPassing)
    #expect(failure.isCancellation == (kind == .cancelled))
  }
}
