import Foundation

// Three programs as readers of the articles write them. Whoever finds something wrong ends them all.

@MainActor
func runAll() {
  let programs = [
    ("login", logIn), ("parallel downloads", downloadAll), ("image cache", showImages),
  ]
  let running = DispatchGroup()
  for (name, program) in programs {
    running.enter()
    program { problem in
      if let problem { fail("\(name): \(problem)") }
      print("\(name): as it should be")
      running.leave()
    }
  }
  running.notify(queue: .main) { exit(0) }
}

DispatchQueue.global().asyncAfter(deadline: .now() + 60) { fail("the programs do not end") }
MainActor.assumeIsolated { runAll() }
dispatchMain()
