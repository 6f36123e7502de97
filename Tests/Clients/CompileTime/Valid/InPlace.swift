// scopes: 20000
import Pledge

/// Twenty promises in one expression: the type checker infers every literal and initializer.
func inPlace() -> Promise<Int> {
  Promise(value: 1)
    .flatMap { Promise(value: $0 + 1) }
    .flatMap { Promise(value: $0 + 2) }
    .flatMap { Promise(value: $0 + 3) }
    .flatMap { Promise(value: $0 + 4) }
    .flatMap { Promise(value: $0 + 5) }
    .flatMap { Promise(value: $0 + 6) }
    .flatMap { Promise(value: $0 + 7) }
    .flatMap { Promise(value: $0 + 8) }
    .flatMap { Promise(value: $0 + 9) }
    .flatMap { Promise(value: $0 + 10) }
    .flatMap { Promise(value: $0 + 11) }
    .flatMap { Promise(value: $0 + 12) }
    .flatMap { Promise(value: $0 + 13) }
    .flatMap { Promise(value: $0 + 14) }
    .flatMap { Promise(value: $0 + 15) }
    .flatMap { Promise(value: $0 + 16) }
    .flatMap { Promise(value: $0 + 17) }
    .flatMap { Promise(value: $0 + 18) }
    .flatMap { Promise(value: $0 + 19) }
}
