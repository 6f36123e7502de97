import Foundation

/// Reports the problem of a finished program, or `nil` if there is none.
public typealias Completion = @Sendable (_ problem: String?) -> Void

/// Runs the named programs concurrently.
///
/// Exits when all programs have ended, or with the first problem.
public func run(
  _ programs: KeyValuePairs<String, @MainActor (@escaping Completion) -> Void>
) -> Never {
  DispatchQueue.global().asyncAfter(deadline: .now() + 60) { fail("the programs do not end") }
  let running = DispatchGroup()
  MainActor.assumeIsolated {
    for (name, program) in programs {
      running.enter()
      program { problem in
        if let problem { fail("\(name): \(problem)") }
        print("\(name): as it should be")
        running.leave()
      }
    }
  }
  running.notify(queue: .main) { exit(0) }
  dispatchMain()
}

/// Ends the process with an error unless `condition` holds.
public func require(_ condition: Bool, _ problem: @autoclosure () -> String) {
  if !condition { fail(problem()) }
}

/// Ends the process with an error.
public func fail(_ problem: String) -> Never {
  let name = ProcessInfo.processInfo.processName
  FileHandle.standardError.write(Data("\(name): \(problem)\n".utf8))
  exit(1)
}
