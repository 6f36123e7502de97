#if os(macOS) || os(Linux) || os(Android)
import Foundation
import Pledge
import PledgeFoundation
import PledgeTestSupport
import Testing

@Suite(.hangLimit) struct ProcessLaunchErrorTests {
  private func refusal(of process: Process) async -> String? {
    let error = await #expect(throws: ProcessLaunchError.self) {
      try await process.launch(.promise).value
    }
    #expect(error?.localizedDescription == error?.description)
    return error?.description
  }

  @Test func `a missing program rejects with its path, and keeps its outputs and handler`()
    async throws
  {
    let (process, outputs) = (Process(), [Pipe(), Pipe()])
    process.executableURL = URL(fileURLWithPath: "/nowhere/\u{1B}[31m\u{202E}")
    (process.standardOutput, process.standardError) = (outputs[0], outputs[1])

    #expect(
      await refusal(of: process) == #"""
        cannot start /nowhere/\u{1B}[31m\u{202E}: there is no such file; executableURL has to be \#
        its full path, as PATH is not searched
        """#
    )
    #expect(process.standardOutput as? Pipe === outputs[0])
    #expect(process.standardError as? Pipe === outputs[1])
    #expect(process.terminationHandler == nil)
  }

  @Test func `a file that is not executable rejects with its path`() async throws {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = folder.url.appending(path: "tool")
    try Data("#!/bin/sh".utf8).write(to: folder.url.appending(path: "tool"))

    #expect(
      await refusal(of: process) == """
        cannot start \(folder.url.path)/tool: the file is not executable; set its permission, or run \
        it with its interpreter
        """
    )
  }

  @Test func `a process without a program rejects`() async throws {
    #expect(
      await refusal(of: Process()) == """
        cannot start a process: executableURL is not set; set it to the full path of the program
        """
    )
  }

  @Test(.enabled(if: Process.throwsErrorsOfChildren, "as QEMU has no vfork"))
  func `a missing folder rejects with its path`() async throws {
    let process = Process.shell("pwd")
    process.currentDirectoryURL = URL(fileURLWithPath: "/nowhere")

    #expect(
      await refusal(of: process) == """
        cannot start /bin/sh: there is no folder /nowhere; set currentDirectoryURL to one that there is
        """
    )
  }

  @Test func `a process that was started before rejects`() async throws {
    let process = Process.shell("exit 0")
    _ = try await process.launch(.promise).value

    #expect(
      await refusal(of: process) == """
        cannot start /bin/sh: it was started before; make a new Process for each launch
        """
    )
  }
}
#endif
