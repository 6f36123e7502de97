import OpenCombine

/// Twenty futures made in place, as in Tests/Clients/CompileTime/Valid/InPlace.swift.
func inPlace() -> some Publisher<Int, Never> {
  Just(1)
    .flatMap { Just($0 + 1) }
    .flatMap { Just($0 + 2) }
    .flatMap { Just($0 + 3) }
    .flatMap { Just($0 + 4) }
    .flatMap { Just($0 + 5) }
    .flatMap { Just($0 + 6) }
    .flatMap { Just($0 + 7) }
    .flatMap { Just($0 + 8) }
    .flatMap { Just($0 + 9) }
    .flatMap { Just($0 + 10) }
    .flatMap { Just($0 + 11) }
    .flatMap { Just($0 + 12) }
    .flatMap { Just($0 + 13) }
    .flatMap { Just($0 + 14) }
    .flatMap { Just($0 + 15) }
    .flatMap { Just($0 + 16) }
    .flatMap { Just($0 + 17) }
    .flatMap { Just($0 + 18) }
    .flatMap { Just($0 + 19) }
}
