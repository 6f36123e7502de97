#if os(macOS) || os(Linux) || os(Android)
import Foundation
import PledgePMKFoundation
import PledgePromiseKit
import Testing

extension PromiseKitTests {
  @Suite struct ProcessTests {
    private func text(_ pipe: Pipe) -> String {
      String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    @Test func `a status other than 0 rejects with the process and its output`() async throws {
      let process = shell("printf out; printf err >&2; exit 3")

      let error = await #expect(throws: Process.PMKError.self) {
        try await process.launch(.promise).async()
      }

      guard case .execution(let failed, let out, let err) = error else {
        Issue.record("not executed: \(String(describing: error))")
        return
      }
      #expect(failed === process)
      #expect(out == "out" && err == "err")
      #expect(
        error?.localizedDescription
          == "Failed executing: `/bin/sh -c \"printf out; printf err >&2; exit 3\"` (3)."
      )
    }

    @Test func `termination by a signal rejects`() async throws {
      let error = await #expect(throws: Process.PMKError.self) {
        try await shell("kill -9 $$").launch(.promise).async()
      }

      guard case .execution(let process, _, _) = error else { return }
      #expect(process.terminationReason == .uncaughtSignal)
    }

    @Test func `a missing program rejects with the error of run`() async {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/no/such/program")
      await #expect(throws: CocoaError.self) { try await process.launch(.promise).async() }
      #expect(Process.PMKError.notExecutable("/x").errorDescription == "File not executable: /x")
      #expect(Process.PMKError.notExecutable(nil).errorDescription == "No launch path specified")
    }

    @Test func `print writes both outputs, or the error, and passes the outcome on`() async {
      let exit = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        let queue = DispatchQueue(label: "print")
        conf.Q = (map: queue, return: queue)
        let std = shell("echo out; echo err >&2").launch(.promise).print()
        let failed = shell("exit 3").launch(.promise).print()
        #expect(await (try? std.async()) != nil)
        #expect(await (try? failed.async()) == nil)
      }
      let text = String(decoding: exit?.standardOutputContent ?? [], as: UTF8.self)
      #expect(text.contains("out\nerr\n"))
      #expect(text.contains("execution"))
    }
  }
}

private func shell(_ script: String) -> Process {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/sh")
  process.arguments = ["-c", script]
  return process
}
#endif
